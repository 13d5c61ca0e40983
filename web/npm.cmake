# cmake -DNPM=… -DARGUMENTS=… -P npm.cmake: runs npm quietly; if it fails, shows what it said and what can be done.
set(ENV{NO_UPDATE_NOTIFIER} 1)
execute_process(COMMAND ${NPM} --loglevel=error ${ARGUMENTS}
  RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "npm ${ARGUMENTS} failed:\n${output}\n"
    "The HTML report needs Node 18 or later and the npm registry, once. "
    "Without them: cmake -DHEDDLE_PAGE=OFF builds everything but heddle check --report.")
endif()
