// SPDX-License-Identifier: Apache-2.0
#include "stream_output.hpp"

#include <cerrno>
#include <system_error>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace elto::command {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view what) {
  throw IoError(path, concat(what, ": ", std::generic_category().message(errno)));
}

}  // namespace

StreamOutput::StreamOutput(const std::string& path, std::uint64_t kept)
    : path_(path == "-" ? "standard output" : path), descriptor_(STDOUT_FILENO) {
  if (path == "-") return;
  const int make = kept == 0 ? O_CREAT : 0;
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | make, 0666);
  if (descriptor_ < 0) fail(path_, "cannot be opened");
  try {
    cut(kept);
  } catch (const IoError&) {
    ::close(descriptor_);
    throw;
  }
}

StreamOutput::~StreamOutput() {
  if (descriptor_ != STDOUT_FILENO) ::close(descriptor_);
}

void StreamOutput::cut(std::uint64_t length) {
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) fail(path_, "cannot be looked at");
  // A device or a pipe has no length.
  if (!S_ISREG(status.st_mode)) return;
  if (static_cast<std::uint64_t>(status.st_size) < length)
    throw IoError(path_, concat("is shorter than the ", length,
                                " bytes that were written to it; it is not the file of this "
                                "state"));
  if (::ftruncate(descriptor_, static_cast<off_t>(length)) != 0 ||
      ::lseek(descriptor_, 0, SEEK_END) < 0)
    fail(path_, "cannot be cut to length");
  bytes_ = length;
}

void StreamOutput::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, "cannot be written");
    bytes_ += static_cast<std::uint64_t>(count);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace elto::command
