# What holds for the project as a whole: headers, linking, packaging, style.

file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/include"
     "${PROJECT_SOURCE_DIR}/include/*.h")
set(host_headers ${headers})
list(FILTER host_headers EXCLUDE REGEX "system/cuda/")
set(plan_headers ${headers})
list(FILTER plan_headers INCLUDE REGEX "system/cuda/.*(_plan|device_limits|tuning)\\.h")
set(cuda_headers ${headers})
list(FILTER cuda_headers INCLUDE REGEX "halogram/[a-z_]+\\.h|system/cuda/")

# Each header alone and first, twice, and between macros of other libraries.
function(halogram_add_header_test name system language)
  set(units)
  foreach(header IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER "${header}" identifier)
    set(unit "${CMAKE_CURRENT_BINARY_DIR}/units/${name}/${identifier}.${language}")
    configure_file(headers/header.in "${unit}" @ONLY)
    list(APPEND units "${unit}")
  endforeach()
  halogram_add_test(${name} headers/headers.cpp ${units} SYSTEM ${system} LABELS house)
endfunction()
halogram_add_header_test(headers_host CPP cpp ${host_headers} ${plan_headers})
if(CUDA IN_LIST HALOGRAM_SYSTEMS)
  halogram_add_header_test(headers_cuda CUDA cu ${cuda_headers})
  set_target_properties(headers_cuda PROPERTIES CUDA_ARCHITECTURES 75-real)
endif()

# Every header in several units of one program, two of them alike and one for another system.
list(TRANSFORM host_headers REPLACE "(.+)" "#include <\\1>" OUTPUT_VARIABLE lines)
list(JOIN lines "\n" lines)
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/units/every_header.h" CONTENT "${lines}\n")
if(OMP IN_LIST HALOGRAM_SYSTEMS)
  add_library(odr_omp OBJECT odr/omp.cpp)
  target_link_libraries(odr_omp PRIVATE halogram_system_omp halogram_warnings)
  target_include_directories(odr_omp PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/units" ".")
  halogram_add_test(odr odr/main.cpp odr/first.cpp odr/second.cpp $<TARGET_OBJECTS:odr_omp> SYSTEM CPP LABELS
                    house)
  target_include_directories(odr PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/units")
  target_link_libraries(odr PRIVATE OpenMP::OpenMP_CXX)
endif()

# A project that uses halogram in each of the ways that README.md names.
function(halogram_add_consume_test name how system)
  add_test(
    NAME ${name}
    COMMAND
      ${CMAKE_COMMAND} -D how=${how} -D system=${system} -D "source=${PROJECT_SOURCE_DIR}" -D
      "build=${PROJECT_BINARY_DIR}" -D "work=${CMAKE_CURRENT_BINARY_DIR}/consume/${name}" -D
      "generator=${CMAKE_GENERATOR}" -D "cxx=${CMAKE_CXX_COMPILER}" -D "cuda=${CMAKE_CUDA_COMPILER}"
      -D "cccl=${CCCL_DIR}" -D version=${PROJECT_VERSION} -P
      "${CMAKE_CURRENT_SOURCE_DIR}/consume/consume.cmake")
  set_tests_properties(${name} PROPERTIES LABELS house TIMEOUT 600)
endfunction()
# An installed package looks for an installed CCCL.
if(CCCL_DIR)
  halogram_add_consume_test(consume_find_package find_package CPP)
  if(CUDA IN_LIST HALOGRAM_SYSTEMS)
    halogram_add_consume_test(consume_find_package_cuda find_package CUDA)
  endif()
endif()
halogram_add_consume_test(consume_add_subdirectory add_subdirectory CPP)
halogram_add_consume_test(consume_fetch_content fetch_content CPP)

halogram_add_test(version version.cpp LABELS house)
target_compile_definitions(version PRIVATE PROJECT_VERSION="${PROJECT_VERSION}")

find_program(halogram_bash bash)
if(halogram_bash)
  foreach(check IN ITEMS lint format)
    add_test(NAME ${check} COMMAND ${halogram_bash} "${CMAKE_CURRENT_SOURCE_DIR}/${check}.sh")
    set_tests_properties(${check} PROPERTIES SKIP_RETURN_CODE ${HALOGRAM_TEST_SKIPPED} LABELS house)
  endforeach()
endif()

if(TBB IN_LIST HALOGRAM_SYSTEMS)
  halogram_add_compile_fail_test(compile_fail.mixed_systems compile_fail/mixed_systems.cpp
                                 "different systems; pass an execution policy")
endif()
