# Fails if PROGRAM has a test that FILTER does not select. A script that is run while testing.
foreach(filter IN ITEMS "*" "${FILTER}")
  execute_process(COMMAND ${PROGRAM} --gtest_list_tests --gtest_filter=${filter}
    OUTPUT_VARIABLE tests COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "  # [^\n]*" "" tests "${tests}")  # values of parameters, which may be addresses
  if(filter STREQUAL "*")
    set(all "${tests}")
  endif()
endforeach()
if(NOT all MATCHES "\n  [A-Za-z]" OR NOT tests STREQUAL all)
  message(FATAL_ERROR "of these tests:\n${all}\nonly these are run:\n${tests}")
endif()
