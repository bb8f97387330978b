foreach(name histogram_cases histogram_sizes histogram_iterators histogram_fuzz)
  halogram_add_system_test(${name} ${name}.h SYSTEMS SEQ CPP OMP TBB CUDA LABELS histogram)
endforeach()
halogram_add_test(histogram_plan histogram_plan.cpp LABELS histogram)

# On CUDA the first two share a unit, and the last takes seconds.
foreach(name histogram_arguments policies_histogram)
  halogram_add_system_test(${name} ${name}.h SYSTEMS SEQ CPP OMP TBB LABELS histogram)
endforeach()
halogram_add_test(policies_histogram.cuda policies_histogram_cuda.cu SYSTEM CUDA LABELS histogram)
halogram_add_system_test(histogram_long histogram_long.h SYSTEMS SEQ OMP TBB LABELS histogram long)
halogram_add_system_test(histogram_long histogram_long.h SYSTEMS CUDA LABELS histogram)
