// SPDX-License-Identifier: Apache-2.0
// Misuse is an exception that says what, which bound and which value. Numerical outcomes are not
// errors: they are a Status in the result (core/status.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "elto/core/text.hpp"

namespace elto {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An argument outside its bounds: "window: must be at least 1, got 0".
class InvalidArgument : public Error {
 public:
  InvalidArgument(std::string_view argument, std::string_view bound, std::string_view value);

  const std::string& argument() const { return argument_; }
  const std::string& bound() const { return bound_; }
  const std::string& value() const { return value_; }

 private:
  std::string argument_, bound_, value_;
};

/// A file that cannot be read or written as asked: "m.elto: truncated, 12 of 4096 bytes".
class IoError : public Error {
 public:
  IoError(std::string_view path, std::string_view problem);

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Throws InvalidArgument unless the condition holds.
template <class Value>
void require(bool holds, std::string_view argument, std::string_view bound, const Value& value) {
  if (!holds) throw InvalidArgument(argument, bound, text(value));
}

}  // namespace elto
