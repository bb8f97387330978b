# cmake -D source=... -D message=... -P HalogramCompileFail.cmake -- compiler and its arguments
set(command)
set(after_separator OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(after_separator)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(after_separator ON)
  endif()
endforeach()

# Otherwise any mistake in the file would look like the refusal.
execute_process(COMMAND ${command} "${source}" RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${source} must compile without HALOGRAM_COMPILE_FAIL:\n${output}")
endif()

execute_process(COMMAND ${command} -DHALOGRAM_COMPILE_FAIL "${source}" RESULT_VARIABLE result
                ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "${source} compiles with HALOGRAM_COMPILE_FAIL")
endif()
if(NOT output MATCHES "${message}")
  message(FATAL_ERROR "${source} fails without saying \"${message}\":\n${output}")
endif()
