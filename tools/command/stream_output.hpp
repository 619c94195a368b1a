// SPDX-License-Identifier: Apache-2.0
// Where the answers of a stream go: standard output, or a file that grows and is mended when a
// stream is taken up again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace elto::command {

class StreamOutput {
 public:
  /// "-": standard output. Otherwise the file is cut to the bytes that are to be kept of it, and
  /// made if these are none.
  StreamOutput(const std::string& path, std::uint64_t kept);
  ~StreamOutput();
  StreamOutput(const StreamOutput&) = delete;
  StreamOutput& operator=(const StreamOutput&) = delete;

  /// All of it, at once visible to whoever reads. Throws IoError.
  void write(std::string_view text);
  /// Length of the file; of standard output, what this object has written.
  std::uint64_t bytes() const { return bytes_; }

 private:
  void cut(std::uint64_t length);

  std::string path_;
  int descriptor_;
  std::uint64_t bytes_ = 0;
};

}  // namespace elto::command
