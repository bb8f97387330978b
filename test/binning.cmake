# The binning rule by itself, without an algorithm around it.

halogram_add_test(binning_float binning_float.cpp LABELS binning)
halogram_add_test(binning_integer binning_integer.cpp LABELS binning)
halogram_add_test(binning_division binning_division.cpp LABELS binning)
halogram_add_test(binning_device binning_device.cu SYSTEM CUDA LABELS binning)
halogram_add_test(binning_device_fast_math binning_device.cu SYSTEM CUDA LABELS binning)
if(TARGET binning_device_fast_math)
  target_compile_options(binning_device_fast_math PRIVATE --use_fast_math)
endif()
