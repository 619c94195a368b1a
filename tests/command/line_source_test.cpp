// SPDX-License-Identifier: Apache-2.0
#include "line_source.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "support/error_message.hpp"
#include "support/piped_input.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace elto::command {
namespace {

using Lines = std::vector<std::string>;
using Result = LineSource::Result;

const std::string kTooLong = "(too long)";

Lines all_lines_of(const std::string& text, std::size_t piece = 65536) {
  const testing::PipedInput input(text, piece);
  LineSource source(input.descriptor());
  Lines lines;
  std::string_view line;
  for (Result result = source.next(line); result != Result::end; result = source.next(line)) {
    lines.push_back(result == Result::too_long ? kTooLong : std::string(line));
    EXPECT_EQ(source.lines(), lines.size());
  }
  EXPECT_EQ(source.next(line), Result::end);
  return lines;
}

Lines split(const std::string& text) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST(LineSource, PutsLinesTogetherAcrossReads) {
  EXPECT_EQ(all_lines_of("first\nsecond\n", 4), (Lines{"first", "second"}));
}

TEST(LineSource, TakesALastLineWithoutAnEnd) {
  EXPECT_EQ(all_lines_of("first\nsecond"), (Lines{"first", "second"}));
}

TEST(LineSource, KeepsEmptyLinesAndCarriageReturns) {
  EXPECT_EQ(all_lines_of("a\r\n\n\r\nb\r\n"), (Lines{"a\r", "", "\r", "b\r"}));
}

TEST(LineSource, HasNoLineWithoutInput) {
  EXPECT_EQ(all_lines_of(""), Lines{});
}

TEST(LineSource, PassesOverALineThatIsTooLong) {
  const std::string longest(LineSource::kLongest, 'x');
  for (const char* end : {"\nnext\n", "\nnext"}) {
    EXPECT_EQ(all_lines_of("before\n" + longest + end), (Lines{"before", longest, "next"}));
    EXPECT_EQ(all_lines_of("before\n" + longest + "x" + end), (Lines{"before", kTooLong, "next"}));
    EXPECT_EQ(all_lines_of(longest + longest + longest + end), (Lines{kTooLong, "next"}));
  }
  EXPECT_EQ(all_lines_of(longest + "x"), Lines{kTooLong});
  EXPECT_EQ(all_lines_of(longest + longest), Lines{kTooLong});
}

RC_GTEST_PROP(LineSource, CutsAsAStringIsCut, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab\n\r")));
  const auto piece = *rc::gen::inRange<std::size_t>(1, 8);
  RC_ASSERT(all_lines_of(text, piece) == split(text));
}

TEST(LineSource, ReturnsWhenASignalComesWhileItWaits) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe(ends.data()), 0);
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) {};
  sigaction(SIGUSR1, &action, &before);
  // Again and again: nobody knows when the reader has begun to wait.
  std::atomic<bool> done = false;
  std::thread sender([&done, reader = pthread_self()] {
    while (!done) {
      pthread_kill(reader, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  ASSERT_EQ(::write(ends[1], "first, la", 9), 9);
  LineSource source(ends[0]);
  std::string_view line;
  EXPECT_EQ(source.next(line), Result::interrupted);
  EXPECT_EQ(source.next(line), Result::interrupted);
  done = true;
  sender.join();
  sigaction(SIGUSR1, &before, nullptr);
  ASSERT_EQ(::write(ends[1], "ter\n", 4), 4);
  EXPECT_EQ(source.next(line), Result::line);
  EXPECT_EQ(line, "first, later");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(LineSource, SaysWhyItCannotRead) {
  LineSource source(-1);
  std::string_view line;
  EXPECT_SAYS(testing::io_error_of([&] { source.next(line); }),
              "standard input: cannot be read: Bad file descriptor");
}

}  // namespace
}  // namespace elto::command
