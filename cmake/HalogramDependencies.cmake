# What halogram needs from outside: found on the system first, fetched at a pinned version otherwise.

set(HALOGRAM_CCCL_MINIMUM 3.0)
set(HALOGRAM_CCCL_TAG v3.0.2)
set(HALOGRAM_DOCTEST_TAG v2.4.11)

# CMake finds a toolkit's CCCL by itself only if nvcc is on PATH.
function(halogram_cccl_hints result)
  set(roots "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" "$ENV{CUDAToolkit_ROOT}" "${CUDAToolkit_ROOT}")
  if(CMAKE_CUDA_COMPILER)
    cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH bin)
    cmake_path(GET bin PARENT_PATH root)
    list(PREPEND roots "${root}")
  endif()
  list(APPEND roots /usr/local/cuda)
  set(hints)
  foreach(root IN LISTS roots)
    if(root)
      list(APPEND hints "${root}/lib64/cmake/cccl" "${root}/lib/cmake/cccl")
    endif()
  endforeach()
  set(${result} "${hints}" PARENT_SCOPE)
endfunction()

# A macro: Thrust's package sets variables that its functions read from the caller's scope.
macro(halogram_find_cccl)
  if(NOT TARGET Thrust::Thrust OR NOT TARGET CUB::CUB OR NOT TARGET libcudacxx::libcudacxx)
    halogram_cccl_hints(halogram_cccl_hints)
    find_package(CCCL ${HALOGRAM_CCCL_MINIMUM} CONFIG QUIET HINTS ${halogram_cccl_hints})
    if(CCCL_FOUND)
      message(STATUS "halogram: CCCL ${CCCL_VERSION} in ${CCCL_DIR}")
    else()
      message(STATUS "halogram: fetching CCCL ${HALOGRAM_CCCL_TAG}")
      include(FetchContent)
      FetchContent_Declare(
        CCCL
        GIT_REPOSITORY https://github.com/NVIDIA/cccl.git
        GIT_TAG ${HALOGRAM_CCCL_TAG}
        GIT_SHALLOW TRUE)
      FetchContent_MakeAvailable(CCCL)
    endif()
  endif()
endmacro()

macro(halogram_find_doctest)
  if(NOT TARGET doctest::doctest)
    find_package(doctest CONFIG QUIET)
    if(NOT doctest_FOUND)
      message(STATUS "halogram: fetching doctest ${HALOGRAM_DOCTEST_TAG}")
      include(FetchContent)
      FetchContent_Declare(
        doctest
        GIT_REPOSITORY https://github.com/doctest/doctest.git
        GIT_TAG ${HALOGRAM_DOCTEST_TAG}
        GIT_SHALLOW TRUE)
      FetchContent_MakeAvailable(doctest)
    endif()
  endif()
endmacro()
