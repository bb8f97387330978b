# Functions for test/CMakeLists.txt; test/README.md shows their use.

set(HALOGRAM_TEST_DIR "${PROJECT_SOURCE_DIR}/test")
set(HALOGRAM_TEST_SKIPPED 77)

# doctest's implementation and main, compiled once.
add_library(halogram_test_main OBJECT "${HALOGRAM_TEST_DIR}/support/main.cpp")
target_link_libraries(halogram_test_main PRIVATE doctest::doctest halogram_warnings)
target_compile_features(halogram_test_main PRIVATE cxx_std_17)
target_include_directories(halogram_test_main PRIVATE "${HALOGRAM_TEST_DIR}")

# Whether the machine has what a program needs; main asks.
add_library(halogram_test_requirement_none OBJECT "${HALOGRAM_TEST_DIR}/support/requirement_none.cpp")
target_include_directories(halogram_test_requirement_none PRIVATE "${HALOGRAM_TEST_DIR}")
if(CUDA IN_LIST HALOGRAM_SYSTEMS)
  add_library(halogram_test_requirement_cuda OBJECT
              "${HALOGRAM_TEST_DIR}/support/requirement_cuda.cpp")
  target_include_directories(halogram_test_requirement_cuda PRIVATE "${HALOGRAM_TEST_DIR}")
  target_link_libraries(halogram_test_requirement_cuda PRIVATE CUDA::cudart_static)
endif()

# What a test of one system links: halogram_test_{seq,cpp,omp,tbb,cuda}.
set(HALOGRAM_TEST_SYSTEMS SEQ ${HALOGRAM_SYSTEMS})
foreach(system IN LISTS HALOGRAM_TEST_SYSTEMS)
  string(TOLOWER ${system} lower)
  set(built_on ${lower})
  set(requirement none)
  if(system STREQUAL SEQ)
    set(built_on cpp)
  elseif(system STREQUAL CUDA)
    set(requirement cuda)
  endif()
  add_library(halogram_test_${lower} INTERFACE)
  target_link_libraries(
    halogram_test_${lower}
    INTERFACE halogram_system_${built_on} halogram_warnings doctest::doctest
              $<TARGET_OBJECTS:halogram_test_main>
              $<TARGET_OBJECTS:halogram_test_requirement_${requirement}>)
  target_include_directories(halogram_test_${lower} INTERFACE "${HALOGRAM_TEST_DIR}")
  target_compile_definitions(halogram_test_${lower} INTERFACE HALOGRAM_TEST_SYSTEM_${system})
endforeach()
if(TARGET halogram_test_cuda)
  target_compile_options(
    halogram_test_cuda
    INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr>)
endif()

function(halogram_register_test name system labels)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${HALOGRAM_TEST_SKIPPED} TIMEOUT 600
                                          LABELS "${labels};${system}")
  # Their threads fill the machine by themselves.
  if(system MATCHES "OMP|TBB|CUDA")
    set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
  endif()
endfunction()

# halogram_add_system_test(NAME BODY SYSTEMS SEQ CPP OMP TBB CUDA [LABELS ...])
# Compiles test/BODY, a header, once for each named system that this machine has: the test
# NAME.<system> is one program.
function(halogram_add_system_test name body)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SYSTEMS;LABELS")
  foreach(system IN LISTS arg_SYSTEMS)
    if(NOT system IN_LIST HALOGRAM_TEST_SYSTEMS)
      continue()
    endif()
    string(TOLOWER ${system} lower)
    set(language cpp)
    if(system STREQUAL CUDA)
      set(language cu)
    endif()
    set(unit "${CMAKE_CURRENT_BINARY_DIR}/units/${name}_${lower}.${language}")
    file(CONFIGURE OUTPUT "${unit}" CONTENT "#include <${body}>\n")
    add_executable(${name}.${lower} "${unit}")
    target_link_libraries(${name}.${lower} PRIVATE halogram_test_${lower})
    halogram_register_test(${name}.${lower} ${system} "${arg_LABELS}")
  endforeach()
endfunction()

# halogram_add_test(NAME SOURCE... [SYSTEM SEQ] [LABELS ...])
# One program from .cpp or .cu files for one system, SEQ unless said otherwise; nothing where this
# machine has not got the system.
function(halogram_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SYSTEM" "LABELS")
  if(NOT arg_SYSTEM)
    set(arg_SYSTEM SEQ)
  endif()
  if(NOT arg_SYSTEM IN_LIST HALOGRAM_TEST_SYSTEMS)
    return()
  endif()
  string(TOLOWER ${arg_SYSTEM} lower)
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE halogram_test_${lower})
  halogram_register_test(${name} ${arg_SYSTEM} "${arg_LABELS}")
endfunction()

# halogram_add_compile_fail_test(NAME SOURCE "message regex")
# SOURCE compiles as it is, and with HALOGRAM_COMPILE_FAIL defined fails with that message.
function(halogram_add_compile_fail_test name source message)
  set(includes $<TARGET_PROPERTY:halogram_system_cpp,INTERFACE_INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:halogram_system_cpp,INTERFACE_COMPILE_DEFINITIONS>)
  add_test(
    NAME ${name}
    COMMAND
      ${CMAKE_COMMAND} -D "source=${CMAKE_CURRENT_SOURCE_DIR}/${source}" -D "message=${message}" -P
      "${PROJECT_SOURCE_DIR}/cmake/HalogramCompileFail.cmake" -- ${CMAKE_CXX_COMPILER} -std=c++17
      -fsyntax-only "-I$<JOIN:${includes},;-I>" "-D$<JOIN:${definitions},;-D>"
    COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES LABELS compile_fail)
endfunction()
