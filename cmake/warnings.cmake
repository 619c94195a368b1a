# The warnings every target of this project is built with; not passed on to users of the library.
add_library(elto_warnings INTERFACE)
target_compile_options(elto_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${ELTO_WERROR}>:-Werror>)
