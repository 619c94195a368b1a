// SPDX-License-Identifier: Apache-2.0
#include "stream_job.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <thread>

#include "elto/core/error.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/whole_file.hpp"

#include "estimate_table.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/piped_input.hpp"
#include "support/small_model.hpp"
#include "support/small_state_model.hpp"
#include "support/temporary_folder.hpp"
#include "support/unusual_numbers.hpp"
#include "verb.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pthread.h>
#include <unistd.h>

namespace elto::command {
namespace {

using testing::kMissing;

using ParsedJson = nlohmann::json;

struct Answer {
  std::string out, err;
  StreamCounts counts;
};

// What comes out of standard output.
Answer streamed(const std::string& text, StreamArguments arguments = {},
                const AnyModel& model = testing::small_model()) {
  const testing::PipedInput input(text);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Answer answer;
  try {
    answer.counts = run_stream(model, arguments, input.descriptor());
  } catch (...) {
    ::testing::internal::GetCapturedStdout();
    ::testing::internal::GetCapturedStderr();
    throw;
  }
  answer.out = ::testing::internal::GetCapturedStdout();
  answer.err = ::testing::internal::GetCapturedStderr();
  return answer;
}

// Reads a file, as in `elto stream < file`.
void stream_file(const std::filesystem::path& path, const StreamArguments& arguments) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  try {
    run_stream(testing::small_model(), arguments, descriptor);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

std::vector<std::string> answers_in(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

std::string first(const std::vector<std::string>& lines, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += lines[i];
  return text;
}

// Header, comment, rows, a bad row, one missing in part, and the last line without an end.
std::string stream_sample() {
  return "time,position,velocity\n0,1,0.5\n# a "
         "comment\n1,1.5,0.25\n2,x,1\n\n3,,1\n4,0.5,-1\n5,0,-2";
}

TEST(StreamJob, OfAStateModelEqualsItsFilterAndTakesRowsInPart) {
  const Matrix training = testing::small_series(200).values;
  StateModel model = learn_state_model(testing::state_examples(training), {});
  model.channels = {"position", "velocity"};
  Matrix rows = training.topRows(3);
  rows(1, 1) = std::numeric_limits<double>::quiet_NaN();
  std::string text = "position,velocity\n";
  for (Index t = 0; t < 3; ++t)
    text += concat(rows(t, 0), ",", std::isnan(rows(t, 1)) ? "" : concat(rows(t, 1)), "\n");
  const Estimate estimate = filter(model, rows);
  const std::vector<std::string> lines = answers_in(streamed(text, {}, model).out);
  ASSERT_EQ(lines.size(), 4U);
  for (Index t = 0; t < 3; ++t)
    EXPECT_EQ(lines[static_cast<std::size_t>(t) + 1],
              concat(t + 1, ",", estimate.mean(t, 0), ",", std::sqrt(estimate.variance(t, 0)), ",",
                     estimate.mean(t, 1), ",", std::sqrt(estimate.variance(t, 1)), "\n"));
}

TEST(StreamJob, OfAStateModelGoesOnFromItsState) {
  const testing::TemporaryFolder folder;
  const AnyModel model =
      learn_state_model(testing::state_examples(testing::small_series(200).values), {});
  const std::string whole = streamed("1,2\n2,1\n1.5,0\n", {}, model).out;
  const StreamArguments arguments{.state = folder / "s"};
  const std::string first = streamed("1,2\n", arguments, model).out;
  EXPECT_EQ(first + streamed("2,1\n1.5,0\n", arguments, model).out, whole);
  EXPECT_SAYS(testing::io_error_of([&] { streamed("1,2\n", arguments); }),
              "holds a 'state filter', not a stepper");
}

TEST(StreamJob, EqualsTheFilter) {
  Series series = testing::small_series(25);
  series.values.row(7).setConstant(kMissing);
  const Answer answer = streamed(to_csv(series));
  EXPECT_EQ(answer.counts.rows, 25U);
  EXPECT_EQ(answer.counts.bad, 0U);
  EXPECT_EQ(answer.err, "");
  EXPECT_TRUE(answer.out.starts_with("row,time,position,position_std,velocity,velocity_std\n1,"));
  const Series read = parse_csv(answer.out, "output", {.time = "time"});
  const Estimate estimate =
      filter(testing::small_model(), series, {.covariances = Covariances::variances});
  EXPECT_MATRIX_EQ(read.values.rightCols(4), estimate_table(series, estimate).values);
  EXPECT_MATRIX_EQ(read.values.col(0), Vector::LinSpaced(25, 1, 25));
  EXPECT_MATRIX_EQ(read.time.values, series.time.values);
}

TEST(StreamJob, AnswersLateFromTheRowsInBetween) {
  const Series series = testing::small_series(25);
  const Answer answer = streamed(to_csv(series), {.lag = 30});
  EXPECT_EQ(answer.counts.rows, 25U);
  const Series read = parse_csv(answer.out, "output", {.time = "time"});
  const Estimate estimate =
      smooth(testing::small_model(), series, {.covariances = Covariances::variances});
  EXPECT_MATRIX_NEAR(read.values.rightCols(4), estimate_table(series, estimate).values, 1e-8);
  EXPECT_MATRIX_EQ(read.values.col(0), Vector::LinSpaced(25, 1, 25));
  EXPECT_MATRIX_EQ(read.time.values, series.time.values);
  const std::vector<std::string> lines = answers_in(
      streamed("{\"time\": 1.5, \"position\": 1, \"velocity\": 2}\n[1, 2]\n", {.lag = 1}).out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(ParsedJson::parse(lines[0])["time"], 1.5);
  EXPECT_FALSE(ParsedJson::parse(lines[1]).contains("time"));
}

TEST(StreamJob, WithALagWaitsForTheRowsThatItNeeds) {
  const std::vector<std::string> rows = answers_in(to_csv(testing::small_series(9)));
  const std::vector<std::string> whole = answers_in(streamed(first(rows, 10), {.lag = 3}).out);
  ASSERT_EQ(whole.size(), 10U);
  // What was answered before the end is the same however many rows follow.
  for (std::size_t count = 5; count < 9; ++count) {
    const std::vector<std::string> part =
        answers_in(streamed(first(rows, count + 1), {.lag = 3}).out);
    EXPECT_EQ(first(part, count - 2), first(whole, count - 2)) << count;
    EXPECT_NE(part[count - 2], whole[count - 2]) << count;
  }
}

TEST(StreamJob, WithALagTakesUpAFileThatGrowsAndAPipe) {
  const std::vector<std::string> lines = answers_in(stream_sample());
  const testing::TemporaryFolder folder;
  const StreamArguments arguments{.output = folder / "out.csv", .state = folder / "s", .lag = 2};
  for (std::size_t cut = 0; cut <= lines.size(); ++cut) {
    const std::string text = first(lines, cut), whole = streamed(text, {.lag = 2}).out;
    write_whole_file(folder / "in.csv", text);
    for (int again = 0; again < 2; ++again) {
      ::testing::internal::CaptureStderr();
      EXPECT_NO_THROW(stream_file(folder / "in.csv", arguments)) << cut;
      ::testing::internal::GetCapturedStderr();
      EXPECT_EQ(read_whole_file(folder / "out.csv"), whole) << cut;
    }
    const StreamArguments piped{.output = folder / "piped.csv", .state = folder / "p", .lag = 2};
    std::filesystem::remove(piped.state);
    streamed(text, piped);
    streamed(stream_sample().substr(text.size()), piped);
    EXPECT_EQ(read_whole_file(piped.output), streamed(stream_sample(), {.lag = 2}).out) << cut;
  }
  EXPECT_SAYS(testing::io_error_of([&] { streamed("1,2\n", {.state = folder / "s"}); }),
              "was made with a lag of 2, not 0");
}

TEST(StreamJob, AnswersNothingToNothing) {
  for (const char* text : {"", "\n\n", "# only a comment\n", "position,velocity\n"}) {
    const Answer answer = streamed(text);
    EXPECT_EQ(answer.out, "") << text;
    EXPECT_EQ(answer.err, "") << text;
    EXPECT_EQ(answer.counts.rows, 0U) << text;
  }
}

TEST(StreamJob, AnswersJsonInJson) {
  const Answer answer = streamed(
      "{\"time\": 1.5, \"position\": 1, \"velocity\": 2}\n[1, 2]\n{\"position\": 1, \"velocity\": "
      "null}\n");
  const std::vector<std::string> lines = answers_in(answer.out);
  ASSERT_EQ(lines.size(), 3U);
  const ParsedJson row = ParsedJson::parse(lines[0]);
  EXPECT_EQ(row["row"], 1);
  EXPECT_EQ(row["time"], 1.5);
  EXPECT_GT(row["position_std"], 0.0);
  EXPECT_FALSE(ParsedJson::parse(lines[1]).contains("time"));
  EXPECT_GT(ParsedJson::parse(lines[2])["position_std"],
            ParsedJson::parse(lines[1])["position_std"]);
}

TEST(StreamJob, NamesTheChannelsOfAModelWithoutNames) {
  const Answer answer = streamed("speed,heading\n1,2\n", {}, testing::nameless_model());
  EXPECT_TRUE(answer.out.starts_with("row,y0,y0_std,y1,y1_std\n1,")) << answer.out;
}

TEST(StreamJob, QuotesNamesAndTimesThatNeedIt) {
  Model model = testing::small_model();
  model.channels = {"left, front", "velocity"};
  const Answer answer =
      streamed("time,\"left, front\",velocity\n\"Nov 15, noon\",1,2\n", {}, model);
  const Series read =
      parse_csv(answer.out, "output", {.columns = {"left, front", "left, front_std", "velocity"}});
  EXPECT_EQ(read.rows(), 1);
  EXPECT_SAYS(answer.out, "\n1,\"Nov 15, noon\",");
}

TEST(StreamJob, ReportsBadRowsAndTakesThemAsMissing) {
  const Answer answer = streamed("position,velocity\n1,2\n1,x\n1\n" +
                                 std::string((1 << 20) + 1, '1') + "\n1,\xff\n1,2\n");
  EXPECT_EQ(answer.counts.rows, 6U);
  EXPECT_EQ(answer.counts.bad, 4U);
  EXPECT_EQ(answer.err,
            "elto: row 2 (line 3): 'x' is not a number; taken as missing\n"
            "elto: row 3 (line 4): has 1 fields instead of 2; taken as missing\n"
            "elto: row 4 (line 5): is longer than 1 MiB; taken as missing\n"
            "elto: row 5 (line 6): is not UTF-8; taken as missing\n");
  EXPECT_EQ(answer.out, streamed("1,2\n,\n,\n,\n,\n1,2\n").out);
}

TEST(StreamJob, PassesOverBadRowsBeforeTheColumnsAreKnown) {
  const Answer answer = streamed("2\n0,1,2\n1,1,2\n");  // a sensor that was already talking
  EXPECT_EQ(answer.counts.rows, 2U);
  EXPECT_SAYS(answer.err, "row 1 (line 1): has 1 fields, the model 2 channels");
  EXPECT_SAYS(answer.err, "; passed over\n");
  EXPECT_EQ(answer.out, streamed("0,1,2\n1,1,2\n").out);
}

TEST(StreamJob, StopsAtABadRowIfAsked) {
  EXPECT_EQ(testing::io_error_of([] { streamed("1,2\n1,x\n", {.on_error = OnError::stop}); }),
            "row 2 (line 2): 'x' is not a number; --on-error skip would go on");
}

TEST(StreamJob, RefusesAHeaderWithoutItsChannels) {
  EXPECT_SAYS(testing::io_error_of([] { streamed("position,v\n1,2\n"); }), "no column 'velocity'");
  EXPECT_SAYS(testing::io_error_of([] { streamed("position,v\xe9locity\n1,2\n"); }), "not UTF-8");
}

TEST(StreamJob, FailsWhenTheFilterDoes) {
  Model broken = testing::small_model();
  broken.initial.mean.setConstant(std::numeric_limits<double>::infinity());
  EXPECT_SAYS(testing::message_of<NumericalError>([&] { streamed("1,2\n", {}, broken); }),
              "row 1: the filter failed");
}

TEST(StreamJob, TakesUpAPipeAtEveryLine) {
  const std::vector<std::string> lines = answers_in(stream_sample());
  const std::string whole = streamed(stream_sample()).out;
  for (std::size_t cut = 0; cut <= lines.size(); ++cut) {
    const testing::TemporaryFolder folder;
    const StreamArguments arguments{.state = folder / "s"};
    const std::string head = first(lines, cut);
    const std::string begun = streamed(head, arguments).out;
    EXPECT_EQ(begun + streamed(stream_sample().substr(head.size()), arguments).out, whole) << cut;
  }
}

TEST(StreamJob, TakesUpAPipeWithoutAHeaderWhereverItBreaks) {
  const std::string text = "0,1,2\n1,1,x\n2,word\n3,1,2\n";
  const std::vector<std::string> lines = answers_in(text);
  const std::string whole = streamed(text).out;
  for (std::size_t cut = 0; cut <= lines.size(); ++cut) {
    const testing::TemporaryFolder folder;
    const StreamArguments arguments{.state = folder / "s"};
    const std::string head = first(lines, cut);
    const std::string begun = streamed(head, arguments).out;
    EXPECT_EQ(begun + streamed(text.substr(head.size()), arguments).out, whole) << cut;
  }
}

TEST(StreamJob, RemembersAHeaderThatCameAlone) {
  const testing::TemporaryFolder folder;
  const StreamArguments arguments{.state = folder / "s"};
  streamed("velocity,position\n", arguments);
  EXPECT_EQ(streamed("1,2\n", arguments).out, streamed("velocity,position\n1,2\n").out);
}

TEST(StreamJob, TakesUpAFileThatGrows) {
  const std::vector<std::string> lines = answers_in(stream_sample());
  const testing::TemporaryFolder folder;
  const StreamArguments arguments{.output = folder / "out.csv", .state = folder / "s"};
  for (std::size_t cut = 0; cut <= lines.size(); ++cut) {
    write_whole_file(folder / "in.csv", first(lines, cut));
    for (int again = 0; again < 3; ++again) {  // nothing new: nothing changes
      ::testing::internal::CaptureStderr();
      EXPECT_NO_THROW(stream_file(folder / "in.csv", arguments)) << cut;
      ::testing::internal::GetCapturedStderr();
    }
    const std::string text = first(lines, cut);
    EXPECT_EQ(read_whole_file(folder / "out.csv"), streamed(text).out) << cut;
  }
}

TEST(StreamJob, MendsAnOutputThatWasCutOff) {
  const testing::TemporaryFolder folder;
  const Series series = testing::small_series(12);
  const std::string text = to_csv(series), whole = streamed(text).out;
  write_whole_file(folder / "in.csv", text);
  for (const Index every : {Index{1}, Index{5}}) {
    std::filesystem::remove(folder / "s");
    const StreamArguments arguments{
        .output = folder / "out.csv", .state = folder / "s", .state_every = every};
    // Bad from the ninth row on: the run ends with a state of before, and without a last word.
    std::vector<std::string> lines = answers_in(text);
    lines[9] = "x,x,x\n";
    write_whole_file(folder / "bad.csv", first(lines, 10));
    StreamArguments stopping = arguments;
    stopping.on_error = OnError::stop;
    EXPECT_THROW(stream_file(folder / "bad.csv", stopping), IoError);
    const std::string left = read_whole_file(folder / "out.csv");
    EXPECT_TRUE(whole.starts_with(left));
    // As if it had been killed before, while and after the last answer was written.
    const std::size_t answer = every == 1 ? left.rfind('\n', left.size() - 2) + 1 : left.size();
    for (std::size_t length = answer; length <= left.size(); length += 7) {
      write_whole_file(folder / "out.csv", left.substr(0, length));
      const std::string state = read_whole_file(folder / "s");
      stream_file(folder / "in.csv", arguments);
      EXPECT_EQ(read_whole_file(folder / "out.csv"), whole) << every << " " << length;
      write_whole_file(folder / "s", state);
    }
  }
}

TEST(StreamJob, SkipsWhatWasAnsweredWhenAPipeIsReplayed) {
  const testing::TemporaryFolder folder;
  StreamArguments arguments{.state = folder / "s"};
  const std::string whole = streamed(stream_sample()).out;
  const std::string begun = streamed(first(answers_in(stream_sample()), 4), arguments).out;
  arguments.replay = true;
  EXPECT_EQ(begun + streamed(stream_sample(), arguments).out, whole);
  EXPECT_SAYS(testing::io_error_of([&] { streamed("position,velocity\n1,2\n", arguments); }),
              "s: the input is not the one this state was made from");
}

TEST(StreamJob, ReplaysALineThatWasTooLong) {
  const testing::TemporaryFolder folder;
  StreamArguments arguments{.state = folder / "s"};
  const std::string text = "1,2\n" + std::string((1 << 20) + 5, '1') + "\n";
  streamed(text, arguments);
  arguments.replay = true;
  EXPECT_EQ(streamed(text + "1,2\n", arguments).counts.rows, 3U);
}

TEST(StreamJob, KeepsAStateOfJson) {
  const testing::TemporaryFolder folder;
  const StreamArguments arguments{.state = folder / "s"};
  const std::string begun = streamed("# note\n[1, 2]\n", arguments).out;
  EXPECT_EQ(begun + streamed("[3, 4]\n", arguments).out, streamed("[1, 2]\n[3, 4]\n").out);
  const testing::TemporaryFolder other;
  const StreamArguments undecided{.state = other / "s"};
  streamed("# only a comment\n", undecided);
  EXPECT_EQ(streamed("[1, 2]\n", undecided).out, begun);
}

TEST(StreamJob, StopsInOrderWhenInterrupted) {
  const testing::TemporaryFolder folder;
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ASSERT_EQ(::write(ends[1], "1,2\n", 4), 4);
  const pthread_t reader = pthread_self();
  std::thread impatient([&] {
    while (!std::filesystem::exists(folder / "s"))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    pthread_kill(reader, SIGINT);
    // It may have come just before the wait, which then ends with the next line.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(::write(ends[1], "\n", 1), 1);
  });
  const StreamArguments arguments{.output = folder / "out.csv", .state = folder / "s"};
  const std::string notice = testing::message_of<Interrupted>(
      [&] { run_stream(testing::small_model(), arguments, ends[0]); });
  impatient.join();
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_SAYS(notice, "stopped after 1 rows; ");
  EXPECT_EQ(read_whole_file(folder / "out.csv"), streamed("1,2\n").out);
}

}  // namespace
}  // namespace elto::command
