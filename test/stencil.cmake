foreach(name stencil_cases stencil_iterators stencil_arguments stencil_fuzz window_iterator
             policies_stencil)
  halogram_add_system_test(${name} ${name}.h SYSTEMS SEQ CPP OMP TBB CUDA LABELS stencil)
endforeach()
halogram_add_test(boundary_maps boundary_maps.cpp LABELS stencil)
halogram_add_test(stencil_plan stencil_plan.cpp LABELS stencil)
halogram_add_system_test(stencil_long stencil_long.h SYSTEMS OMP TBB LABELS stencil long)
halogram_add_system_test(stencil_long stencil_long.h SYSTEMS CUDA LABELS stencil)

foreach(case "stencil_window_rank;the rank of the window differs from the rank of the input"
             "stencil_boundary_rank;the rank of per_axis differs from the rank of the input"
             "stencil_mdspan_ranks;the ranks of the input and the output differ"
             "stencil_four_axes;a stencil has one to three dimensions"
             "window_offsets;a window takes one offset for each axis"
             "window_iterator_interior;no boundary can be interior")
  list(GET case 0 name)
  list(GET case 1 message)
  halogram_add_compile_fail_test(compile_fail.${name} compile_fail/${name}.cpp "${message}")
endforeach()
