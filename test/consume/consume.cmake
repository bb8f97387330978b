# Configures, builds and runs the consumer beside this file in an empty folder.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(options -G "${generator}" "-DCMAKE_CXX_COMPILER=${cxx}" "-DCMAKE_BUILD_TYPE=Debug")
if(cccl)
  list(APPEND options "-DCCCL_DIR=${cccl}")
endif()
if(system STREQUAL "CUDA")
  list(APPEND options "-DCMAKE_CUDA_COMPILER=${cuda}" "-DCMAKE_CUDA_ARCHITECTURES=75-real")
endif()

file(REMOVE_RECURSE "${work}")
if(how STREQUAL "find_package")
  run(${CMAKE_COMMAND} --install "${build}" --prefix "${work}/prefix")
  list(APPEND options "-DCMAKE_PREFIX_PATH=${work}/prefix")
endif()
set(configure ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" ${options}
              -D how=${how} -D system=${system} -D "halogram_source=${source}")
run(${configure} -D version=${version})
run(${CMAKE_COMMAND} --build "${work}/build")
if(NOT system STREQUAL "CUDA")
  run("${work}/build/consumer")
endif()

# Before 1.0, another minor version is another interface.
if(how STREQUAL "find_package")
  foreach(other IN ITEMS 0.0 0.99 1.0)
    execute_process(COMMAND ${configure} -D version=${other} --fresh RESULT_VARIABLE result
                    OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      message(FATAL_ERROR "version ${version} was accepted where ${other} was asked for")
    endif()
  endforeach()
endif()
