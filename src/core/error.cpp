// SPDX-License-Identifier: Apache-2.0
#include "elto/core/error.hpp"

namespace elto {

InvalidArgument::InvalidArgument(std::string_view argument, std::string_view bound,
                                 std::string_view value)
    : Error(concat(argument, ": must be ", bound, ", got ", value)),
      argument_(argument),
      bound_(bound),
      value_(value) {}

IoError::IoError(std::string_view path, std::string_view problem)
    : Error(concat(path, ": ", problem)), path_(path) {}

}  // namespace elto
