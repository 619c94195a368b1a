// SPDX-License-Identifier: Apache-2.0
#include "elto/io/whole_file.hpp"

#include <atomic>
#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include "elto/core/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace elto {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, std::string_view attempt, int reason) {
  throw IoError(path.string(), concat(attempt, ": ", std::generic_category().message(reason)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// False when the system reports only now that the bytes did not arrive, as network drives do.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// The process number keeps two processes apart, the count two calls, the random number two machines
// that share a drive. It leaves the target's name out, which may already be as long as names may
// be.
fs::path temporary_name() {
  static std::atomic<unsigned> calls = 0;
  std::random_device random;
  return concat(".elto-", ::getpid(), "-", calls++, "-", random(), ".tmp");
}

// Has no name until it is whole, where the system can do that: a process that is killed while it
// writes, or waits for the disk, then leaves nothing behind.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& folder) : path_(folder / temporary_name()) {
    if (::access(kOpenFiles, X_OK) == 0)
      file_ = Descriptor(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    if (file_.is_open()) return;
    file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    is_named_ = file_.is_open();
  }
  ~TemporaryFile() {
    if (is_named_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  Descriptor& file() { return file_; }

  bool rename_to(const fs::path& target) {
    if (!is_named_) {
      const std::string open_file = concat(kOpenFiles, "/", file_.number());
      const auto link_to = [&](const fs::path& name) {
        return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
               0;
      };
      if (link_to(target)) return true;
      // A link replaces nothing, a new name does.
      is_named_ = errno == EEXIST && link_to(path_);
      if (!is_named_) return false;
    }
    if (!file_.close() || ::rename(path_.c_str(), target.c_str()) != 0) return false;
    is_named_ = false;
    return true;
  }

 private:
  static constexpr const char* kOpenFiles = "/proc/self/fd";

  fs::path path_;
  Descriptor file_ = Descriptor(-1);
  bool is_named_ = false;
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      return false;
  }
  return true;
}

// Makes the new name itself survive a crash. Not every file system can do that for a folder, and
// the file is complete either way, so a failure is no error.
void sync_folder(const fs::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) ::fsync(opened.number());
}

fs::path resolve_link(const fs::path& path) {
  std::error_code none;
  if (!fs::is_symlink(path, none)) return path;
  const fs::path target = fs::canonical(path, none);
  return none ? path : target;
}

}  // namespace

std::string read_whole_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts {};
  if (!file.is_open() || ::fstat(file.number(), &facts) != 0) fail(path, "cannot be opened", errno);
  if (S_ISDIR(facts.st_mode)) throw IoError(path.string(), "cannot be read: is a folder");
  // One byte more than the file has, so that its end is seen without growing. Pipes have no size.
  std::string bytes(static_cast<std::size_t>(facts.st_size) + 1, '\0');
  std::size_t filled = 0;
  while (true) {
    const ssize_t count = ::read(file.number(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, "cannot be read", errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled == bytes.size()) bytes.resize(2 * bytes.size());
  }
  bytes.resize(filled);
  return bytes;
}

void write_whole_file(const fs::path& path, std::string_view bytes) {
  const auto fail_to_write = [&path] { fail(path, "cannot be written", errno); };
  const fs::path target = resolve_link(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  // Renaming over a device such as /dev/null would replace it by a file.
  if (exists && !S_ISREG(old.st_mode))
    throw IoError(path.string(), S_ISDIR(old.st_mode) ? "cannot be written: is a folder"
                                                      : "cannot be written: is not a regular file");
  TemporaryFile temporary(folder);
  Descriptor& file = temporary.file();
  if (!file.is_open()) fail_to_write();
  if (exists && ::fchmod(file.number(), old.st_mode & 07777) != 0) fail_to_write();
  if (!write_all(file.number(), bytes)) fail_to_write();
  if (::fsync(file.number()) != 0 || !temporary.rename_to(target)) fail_to_write();
  sync_folder(folder);
}

}  // namespace elto
