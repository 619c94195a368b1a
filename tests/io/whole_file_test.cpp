// SPDX-License-Identifier: Apache-2.0
#include "elto/io/whole_file.hpp"

#include <chrono>
#include <csignal>
#include <iterator>
#include <thread>

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace elto {
namespace {

namespace fs = std::filesystem;
using testing::io_error_of;
using testing::TemporaryFolder;

std::ptrdiff_t entries_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
}

// Stands for a full disk: no file of this process may grow beyond the limit.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

TEST(WholeFile, ReadsWhatWasWritten) {
  const TemporaryFolder folder;
  std::string bytes(100'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  for (const std::string& content : {std::string(), std::string("a"), bytes}) {
    write_whole_file(folder / "x", content);
    EXPECT_EQ(read_whole_file(folder / "x"), content);
  }
  EXPECT_EQ(entries_in(folder), 1);
}

TEST(WholeFile, ReadsFilesThatDoNotTellTheirSize) {
  if (!fs::exists("/proc/self/status")) GTEST_SKIP() << "no /proc on this system";
  EXPECT_SAYS(read_whole_file("/proc/self/status"), "Pid:");
}

TEST(WholeFile, WritesToANameWithoutFolder) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write_whole_file("plain", "content");
  fs::current_path(before);
  EXPECT_EQ(read_whole_file(folder / "plain"), "content");
}

TEST(WholeFile, WritesToTheLongestNameThereIs) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_whole_file(folder / name, "content");
  EXPECT_EQ(read_whole_file(folder / name), "content");
}

TEST(WholeFile, SaysThatAFileIsMissing) {
  const TemporaryFolder folder;
  const std::string message = io_error_of([&] { read_whole_file(folder / "absent"); });
  EXPECT_SAYS(message, (folder / "absent").string());
  EXPECT_SAYS(message, "No such file");
}

TEST(WholeFile, SaysThatThePathIsAFolder) {
  const TemporaryFolder folder;
  EXPECT_SAYS(io_error_of([&] { read_whole_file(folder.path()); }), "is a folder");
  EXPECT_SAYS(io_error_of([&] { write_whole_file(folder.path(), "x"); }), "is a folder");
  EXPECT_EQ(entries_in(folder), 0);
}

TEST(WholeFile, SaysThatPermissionIsMissing) {
  if (::geteuid() == 0) GTEST_SKIP() << "the administrator may read everything";
  const TemporaryFolder folder;
  write_whole_file(folder / "locked", "x");
  fs::permissions(folder / "locked", fs::perms::none);
  EXPECT_SAYS(io_error_of([&] { read_whole_file(folder / "locked"); }), "ermission");
}

TEST(WholeFile, SaysThatTheFolderIsMissing) {
  const TemporaryFolder folder;
  const std::string message = io_error_of([&] { write_whole_file(folder / "absent" / "x", "x"); });
  EXPECT_SAYS(message, (folder / "absent" / "x").string());
  EXPECT_SAYS(message, "No such file");
}

TEST(WholeFile, KeepsTheOldFileWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  write_whole_file(folder / "x", "old");
  std::string message;
  {
    const FileSizeLimit limit(1000);
    message = io_error_of([&] { write_whole_file(folder / "x", std::string(5000, 'n')); });
  }
  EXPECT_SAYS(message, "too large");
  EXPECT_EQ(read_whole_file(folder / "x"), "old");
  EXPECT_EQ(entries_in(folder), 1);
}

TEST(WholeFile, DoesNotReplaceWhatIsNotAFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_SAYS(io_error_of([&] { write_whole_file(folder / "pipe", "x"); }), "not a regular file");
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  EXPECT_EQ(entries_in(folder), 1);
}

TEST(WholeFile, WritesThroughALink) {
  const TemporaryFolder folder;
  write_whole_file(folder / "target", "old");
  fs::create_symlink("target", folder / "link");
  write_whole_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_whole_file(folder / "target"), "new");
}

TEST(WholeFile, KeepsPermissions) {
  const TemporaryFolder folder;
  write_whole_file(folder / "x", "old");
  const auto only_the_owner = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(folder / "x", only_the_owner);
  write_whole_file(folder / "x", "new");
  EXPECT_EQ(fs::status(folder / "x").permissions(), only_the_owner);
}

TEST(WholeFile, LeavesNothingBehindWhenItIsKilled) {
  const TemporaryFolder folder;
  const int nameless = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (nameless < 0) GTEST_SKIP() << "this file system has no files without a name";
  ::close(nameless);
  const auto write_forever = [&folder](int first) noexcept {
    for (int i = first;; ++i)
      write_whole_file(folder / std::to_string(i), std::string(1 << 20, 'a'));
  };
  for (int time = 0; time < 10; ++time) {
    const pid_t writer = ::fork();
    if (writer == 0) write_forever(100'000 * time);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * time + 1));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
}

TEST(WholeFile, IsNeverSeenHalfWritten) {
  const TemporaryFolder folder;
  constexpr std::size_t kSize = 50'000;
  const auto write_often = [&folder](char letter) {
    for (int i = 0; i < 20; ++i) write_whole_file(folder / "x", std::string(kSize, letter));
  };
  write_often('z');
  {
    const std::jthread a(write_often, 'a'), b(write_often, 'b');
    for (int i = 0; i < 100; ++i) {
      const std::string seen = read_whole_file(folder / "x");
      ASSERT_EQ(seen, std::string(kSize, seen.at(0)));
    }
  }
  EXPECT_EQ(entries_in(folder), 1);
}

}  // namespace
}  // namespace elto
