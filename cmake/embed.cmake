# Files as constants of a program, so that what it writes needs nothing that is installed beside it.
#   elto_embed(target NAMESPACE elto::page FILES script_js=/some/script.js ...)
# gives the target a header <NAMESPACE's last name>_files.hpp with one std::string_view per file.
# The same file is the script that turns one of them into a source while the build runs.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(elto_embed_script ${CMAKE_CURRENT_LIST_FILE})

  function(elto_embed target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "FILES")
    string(REGEX REPLACE ".*::" "" short_name ${arg_NAMESPACE})
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    set(declarations "")
    foreach(pair IN LISTS arg_FILES)
      string(REGEX MATCH "^([^=]+)=(.+)$" matched ${pair})
      set(name ${CMAKE_MATCH_1})
      get_filename_component(file ${CMAKE_MATCH_2} ABSOLUTE)
      string(APPEND declarations "extern const std::string_view ${name};\n")
      add_custom_command(OUTPUT ${folder}/${name}.cpp
        COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DNAMESPACE=${arg_NAMESPACE} -DINPUT=${file}
                -DOUTPUT=${folder}/${name}.cpp -P ${elto_embed_script}
        DEPENDS ${file} ${elto_embed_script} VERBATIM)
      target_sources(${target} PRIVATE ${folder}/${name}.cpp)
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/${short_name}_files.hpp @ONLY CONTENT
"#pragma once\n\n#include <string_view>\n\nnamespace @arg_NAMESPACE@ {\n@declarations@}\n")
    target_include_directories(${target} PRIVATE ${folder})
  endfunction()
  return()
endif()

# Character after character, because compilers may limit the length of a literal. The address of a
# source map is blanked: it is not in the program, and a browser would look for it.
file(READ ${INPUT} bytes HEX)
string(HEX "sourceMappingURL=" marker)
string(FIND ${bytes} ${marker} position REVERSE)
if(NOT position EQUAL -1)
  string(SUBSTRING ${bytes} 0 ${position} before)
  string(SUBSTRING ${bytes} ${position} -1 after)
  string(REGEX REPLACE "^${marker}([3-6][0-9a-f]|2[de]|7[0-9a])*" "" after ${after})
  set(bytes ${before}${after})
endif()
string(REGEX REPLACE "(..)" "'\\\\x\\1'," characters ${bytes})
string(REGEX REPLACE "('[^,]*,'[^,]*,'[^,]*,'[^,]*,'[^,]*,'[^,]*,'[^,]*,'[^,]*,)" "\\1\n" characters ${characters})
file(WRITE ${OUTPUT}
"#include <string_view>\n\nnamespace ${NAMESPACE} {\nnamespace {\nconstexpr char k_${NAME}[] = {\n"
"${characters}};\n}  // namespace\n\nextern const std::string_view ${NAME};\n"
"constinit const std::string_view ${NAME}(k_${NAME}, sizeof(k_${NAME}));\n}  // namespace ${NAMESPACE}\n")
