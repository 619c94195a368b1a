// SPDX-License-Identifier: Apache-2.0
#include "line_source.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include <unistd.h>

namespace elto::command {

LineSource::Filled LineSource::fill() {
  std::array<char, 65536> chunk;
  const ssize_t count = ::read(descriptor_, chunk.data(), chunk.size());
  if (count < 0 && errno == EINTR) return Filled::interrupted;
  if (count < 0)
    throw IoError("standard input",
                  concat("cannot be read: ", std::generic_category().message(errno)));
  buffer_.erase(0, begin_);  // what was handed out before
  scanned_ -= begin_;
  begin_ = 0;
  buffer_.append(chunk.data(), static_cast<std::size_t>(count));
  return count > 0 ? Filled::more : Filled::end;
}

LineSource::Result LineSource::next(std::string_view& line) {
  line = {};
  std::size_t stop = 0, past = 0;
  while (true) {
    stop = buffer_.find('\n', scanned_);
    past = stop + 1;
    if (stop != std::string::npos) break;
    scanned_ = buffer_.size();
    if (scanned_ - begin_ > kLongest) {
      begin_ = scanned_;
      is_long_ = true;
    }
    const Filled filled = fill();
    if (filled == Filled::interrupted) return Result::interrupted;
    if (filled == Filled::more) continue;
    if (buffer_.empty() && !is_long_) return Result::end;
    stop = past = buffer_.size();
    break;
  }
  is_long_ = is_long_ || stop - begin_ > kLongest;
  const Result result = is_long_ ? Result::too_long : Result::line;
  if (!is_long_) line = std::string_view(buffer_).substr(begin_, stop - begin_);
  begin_ = scanned_ = past;
  is_long_ = false;
  ++lines_;
  return result;
}

}  // namespace elto::command
