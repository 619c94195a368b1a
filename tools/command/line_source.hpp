// SPDX-License-Identifier: Apache-2.0
// Lines from a file descriptor as they come, in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace elto::command {

class LineSource {
 public:
  enum class Result {
    line,
    too_long,     ///< more than kLongest bytes, passed over: the line is empty
    end,          ///< of the input
    interrupted,  ///< by a signal, while waiting
  };
  static constexpr std::size_t kLongest = std::size_t{1} << 20;

  explicit LineSource(int descriptor) : descriptor_(descriptor) {}

  /// The next line, without its LF; valid until the next call. The last one need not have an end.
  /// Throws IoError.
  Result next(std::string_view& line);

  std::uint64_t lines() const { return lines_; }  ///< taken so far

 private:
  enum class Filled { more, end, interrupted };
  Filled fill();

  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0, scanned_ = 0;
  bool is_long_ = false;  // the beginning of the line was passed over
  std::uint64_t lines_ = 0;
};

}  // namespace elto::command
