halogram_add_system_test(histogram_cases histogram_cases.h SYSTEMS SEQ CPP OMP TBB CUDA LABELS histogram)
halogram_add_system_test(histogram_sizes histogram_sizes.h SYSTEMS SEQ CPP OMP TBB CUDA LABELS histogram)
halogram_add_system_test(histogram_iterators histogram_iterators.h SYSTEMS SEQ CPP OMP TBB CUDA
                         LABELS histogram)
halogram_add_system_test(histogram_fuzz histogram_fuzz.h SYSTEMS SEQ CPP OMP TBB CUDA LABELS histogram)
halogram_add_test(histogram_plan histogram_plan.cpp LABELS histogram)
