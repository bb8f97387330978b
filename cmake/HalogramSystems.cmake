# The Thrust systems of this machine, for tests, examples and benchmarks:
#   HALOGRAM_SYSTEMS            those that can be built: CPP, and OMP, TBB, CUDA where found
#   halogram_system_<system>    (cpp, omp, tbb, cuda) link it to get halogram on that system
#   halogram_warnings           compiler warnings, as errors if HALOGRAM_WARNINGS_AS_ERRORS

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

if(HALOGRAM_CUDA AND NOT CMAKE_CUDA_COMPILER)
  find_program(halogram_nvcc nvcc HINTS "$ENV{CUDA_HOME}/bin" "$ENV{CUDA_PATH}/bin"
                                        /usr/local/cuda/bin)
  if(halogram_nvcc)
    set(CMAKE_CUDA_COMPILER "${halogram_nvcc}")
  endif()
endif()
if(HALOGRAM_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 90-real 90-virtual)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    find_package(CUDAToolkit REQUIRED)
  endif()
endif()

set(HALOGRAM_SYSTEMS CPP)
find_package(OpenMP COMPONENTS CXX QUIET)
if(OpenMP_CXX_FOUND)
  list(APPEND HALOGRAM_SYSTEMS OMP)
endif()
find_package(TBB CONFIG QUIET)
if(TBB_FOUND)
  list(APPEND HALOGRAM_SYSTEMS TBB)
endif()
if(HALOGRAM_CUDA AND CMAKE_CUDA_COMPILER)
  list(APPEND HALOGRAM_SYSTEMS CUDA)
endif()
message(STATUS "halogram: Thrust systems: ${HALOGRAM_SYSTEMS}")

foreach(system IN LISTS HALOGRAM_SYSTEMS)
  string(TOLOWER ${system} lower)
  add_library(halogram_system_${lower} INTERFACE)
  thrust_create_target(halogram_thrust_${lower} HOST CPP DEVICE ${system})
  target_link_libraries(halogram_system_${lower} INTERFACE halogram halogram_thrust_${lower})
endforeach()
if(TARGET halogram_system_cuda)
  target_link_libraries(halogram_system_cuda INTERFACE CUDA::cudart_static)
endif()

set(host_warnings -Wall -Wextra -Wshadow)
set(cuda_warnings -Xcompiler=-Wall,-Wextra)
if(HALOGRAM_WARNINGS_AS_ERRORS)
  list(APPEND host_warnings -Werror)
  list(APPEND cuda_warnings -Werror=all-warnings)
endif()
add_library(halogram_warnings INTERFACE)
target_compile_options(
  halogram_warnings
  INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings};-Wpedantic;-Wconversion>"
            # g++ leaves it out of -Wconversion: an int that indexes an array is no mistake.
            $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion>
            "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_warnings}>")
