# The binning rule by itself, without an algorithm around it.

halogram_add_test(binning_float binning_float.cpp LABELS binning)
halogram_add_test(binning_integer binning_integer.cpp LABELS binning)
halogram_add_test(binning_division binning_division.cpp LABELS binning)
