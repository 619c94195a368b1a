// SPDX-License-Identifier: Apache-2.0
// Text at the other end of a pipe, in pieces of a given size: a reader cannot tell it from standard
// input.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <unistd.h>

namespace elto::testing {

class PipedInput {
 public:
  explicit PipedInput(std::string text, std::size_t piece = 65536) {
    if (::pipe(ends_.data()) != 0) throw std::runtime_error("no pipe");
    writer_ = std::thread([end = ends_[1], text = std::move(text), piece] {
      std::string_view left = text;
      while (!left.empty()) {
        const ssize_t count = ::write(end, left.data(), std::min(piece, left.size()));
        if (count < 0) break;
        left.remove_prefix(static_cast<std::size_t>(count));
      }
      ::close(end);
    });
  }
  /// The text must have been read to its end, or be short enough for the pipe to hold it.
  ~PipedInput() {
    writer_.join();
    ::close(ends_[0]);
  }
  PipedInput(const PipedInput&) = delete;
  PipedInput& operator=(const PipedInput&) = delete;

  int descriptor() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_ = {};
  std::thread writer_;
};

}  // namespace elto::testing
