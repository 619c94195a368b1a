// SPDX-License-Identifier: Apache-2.0
#include "reproduce_job.hpp"

#include <algorithm>
#include <chrono>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/whole_file.hpp"
#include "elto/version.hpp"

#include "experiments/markdown.hpp"
#include "experiments/page.hpp"
#include "experiments/trial_file.hpp"
#include "experiments/wording.hpp"
#include "interrupt.hpp"
#include "progress_bar.hpp"

#include <fmt/format.h>

namespace elto::command {
namespace {

using experiments::CampaignOptions;
using experiments::CampaignRecord;
using experiments::Results;
using experiments::Table;
using experiments::Trial;

// Nothing that the trials do not depend on: neither their number nor the threads.
bool same_settings(const CampaignRecord& a, const CampaignRecord& b) {
  return a.version == b.version && a.seed == b.seed && a.evaluations == b.evaluations;
}

CampaignRecord record_of(const ReproduceJob& job) {
  const CampaignOptions& campaign = job.campaign;
  std::string command = "elto reproduce";
  for (const Table& table : job.tables) command += concat(" ", table.name);
  return {.version = version,
          .command = concat(command, " --trials ", campaign.trials, " --evaluations ",
                            campaign.evaluations, " --seed ", campaign.seed),
          .trials = campaign.trials,
          .seed = campaign.seed,
          .evaluations = campaign.evaluations};
}

/// What an earlier run of the same campaign left.
std::vector<Trial> known_trials(const std::filesystem::path& file, const CampaignRecord& record,
                                const CommonOptions& common) {
  if (common.force || !std::filesystem::exists(file)) return {};
  Results earlier = experiments::read_trials(file);
  if (!same_settings(earlier.record, record))
    throw IoError(file.string(),
                  "has trials made with another version, seed or number of evaluations; choose "
                  "another folder (--out), or --force to begin anew");
  return std::move(earlier.trials);
}

double seconds_of(const std::vector<Trial>& trials) {
  double seconds = 0.0;
  for (const Trial& trial : trials)
    seconds += trial.outcome.learning + trial.outcome.tuning + trial.outcome.filtering;
  return seconds;
}

/// Seldom enough not to matter, often enough to lose little.
class Keeper {
 public:
  explicit Keeper(std::filesystem::path file) : file_(std::move(file)) {}

  void keep(Results& results) {
    results.record.seconds = seconds_of(results.trials);
    experiments::write_trials(results, file_);
    last_ = Clock::now();
  }
  bool is_due() const { return Clock::now() - last_ > std::chrono::seconds(1); }

 private:
  using Clock = std::chrono::steady_clock;
  std::filesystem::path file_;
  Clock::time_point last_ = Clock::now();
};

void write_documents(const Results& results, const ReproduceFiles& files) {
  const std::vector<Table>& tables = experiments::all_tables();
  write_whole_file(files.markdown, experiments::to_markdown(tables, results));
  write_whole_file(files.page, experiments::to_html(tables, results));
}

}  // namespace

ReproduceFiles files_in(const std::filesystem::path& folder) {
  return {folder / "trials.csv", folder / "experiments.md", folder / "experiments.html"};
}

Results run_reproduce(const ReproduceJob& job) {
  std::filesystem::create_directories(job.folder);
  const ReproduceFiles files = files_in(job.folder);
  Results results{.record = record_of(job)};
  results.trials = known_trials(files.trials, results.record, job.common);
  const std::vector<Trial> known = results.trials;

  const InterruptListener listener;
  ProgressBar bar(!job.common.quiet);
  bar.stage("trials");
  Keeper keeper(files.trials);
  run_campaign(job.tables, job.campaign, known, [&](const Trial& trial, Index done, Index total) {
    results.trials.push_back(trial);
    if (keeper.is_due()) keeper.keep(results);
    bar.advance(done, total, concat(trial.table, ", ", trial.row, ", ", trial.column));
    return !interrupted();
  });
  bar.clear();
  keeper.keep(results);
  if (interrupted())
    throw Interrupted(concat("stopped; ", results.trials.size(), " trials are kept in ",
                             files.trials.string(), ", the same command goes on from there"));
  write_documents(results, files);
  return results;
}

std::vector<std::string> lines_of(const Table& table, const Results& results) {
  const auto rows = experiments::printed_rows(table, results.trials);
  std::size_t widest = 0;
  for (const auto& column : table.columns) widest = std::max(widest, column.contender.name.size());
  std::vector<std::string> lines{table.title};
  for (const auto& row : rows) {
    lines.push_back(concat("  ", row.name));
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const auto words = experiments::words_of(row.cells[i]);
      lines.push_back(fmt::format("    {:<{}}  {:>9}  {:<24}{}", table.columns[i].contender.name,
                                  widest, words.median, words.spread, words.paper));
    }
  }
  return lines;
}

}  // namespace elto::command
