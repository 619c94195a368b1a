// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "common_options.hpp"
#include "experiments/score.hpp"
#include "experiments/wording.hpp"
#include "option_value.hpp"
#include "reproduce_job.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using experiments::Table;

struct ReproduceArguments {
  std::vector<std::string> tables;
  experiments::CampaignOptions campaign;
  bool quick = false;
  std::string folder = "elto-reproduce";
  std::string real;
  CommonOptions common;
};

// One trial and short searches: every cell is filled, none is worth quoting.
constexpr Index kQuickEvaluations = 8;

ReproduceJob job_of(const ReproduceArguments& arguments) {
  ReproduceJob job{.tables = {},
                   .campaign = arguments.campaign,
                   .folder = arguments.folder,
                   .common = arguments.common};
  job.campaign.seed = arguments.common.seed;
  job.campaign.threads = arguments.common.threads;
  job.campaign.real = arguments.real;
  if (arguments.quick) {
    job.campaign.trials = 1;
    job.campaign.evaluations = kQuickEvaluations;
  }
  for (const Table& table : experiments::all_tables())
    if (arguments.tables.empty() ? !table.on_request
                                 : std::ranges::count(arguments.tables, table.name) > 0)
      job.tables.push_back(table);
  if (arguments.quick)
    for (Table& table : job.tables) {
      std::erase_if(table.rows, [](const auto& row) { return !row.quick; });
      std::erase_if(table.columns, [](const auto& column) { return !column.quick; });
    }
  const bool reads = std::ranges::count(arguments.tables, "hidden_entries") > 0;
  if (reads && !std::filesystem::is_directory(arguments.real))
    throw UsageError("hidden_entries reads real series: say with --real in which folder they are");
  return job;
}

void run(const ReproduceArguments& arguments) {
  const ReproduceJob job = job_of(arguments);
  const experiments::Results results = run_reproduce(job);
  const ReproduceFiles files = files_in(job.folder);
  std::vector<std::string> lines;
  for (const Table& table : job.tables) {
    for (std::string& line : lines_of(table, results)) lines.push_back(std::move(line));
    lines.emplace_back();
  }
  for (std::string& sentence : experiments::score_sentences(job.tables, results.trials))
    lines.push_back(std::move(sentence));
  lines.push_back(concat("Written: ", files.page.string(), ", ", files.markdown.string(), ", ",
                         files.trials.string()));
  const auto paper = experiments::against_paper(job.tables, results.trials);
  const auto fixed = experiments::against_fixed_noise(job.tables, results.trials);
  const auto counted = [](const experiments::Score& score) {
    return nlohmann::ordered_json{{"at_or_below", score.at_or_below}, {"of", score.of}};
  };
  print_summary({{"verb", "reproduce"},
                 {"trials", results.trials.size()},
                 {"against_paper", counted(paper)},
                 {"against_fixed_noise", counted(fixed)},
                 {"page", files.page.string()}},
                lines, job.common, false);
}

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const Table& table : experiments::all_tables()) names.push_back(table.name);
  return names;
}

std::string table_list() {
  std::string list;
  for (const Table& table : experiments::all_tables())
    list += concat("\n- ", table.name, ": ", table.title);
  return list;
}

}  // namespace

Verb reproduce_verb() {
  const auto arguments = std::make_shared<ReproduceArguments>();
  const std::string description =
      "Measures the tables of the ELTO-AKF paper again: every contender on the same data, tuned by "
      "the same search with the same budget, several trials each, beside the paper's figures, the "
      "raw observations, a trend filter with one tuned number and what --model auto chooses. "
      "Equation discovery, the league and the disturbances, which measure the default model, and "
      "what measures the engine are measured if named. "
      "An interrupted run goes on with the same command. The tables:";
  const auto assign = [arguments](const std::string& name) {
    try {
      experiments::table_named(name);
    } catch (const Error& problem) {
      throw UsageError(problem.what());
    }
    arguments->tables.push_back(name);
  };
  return {
      .name = "reproduce",
      .summary = "Measure the tables of the paper again",
      .description = description,
      .positionals = {{.name = "TABLE",
                       .description =
                           "Tables to measure; without a name all of the paper's filters",
                       .assign = assign,
                       .required = false,
                       .repeated = true,
                       .find_words = table_names}},
      .options = joined(
          {{option("out", "DIR", arguments->folder,
                   "Folder for the trials (CSV), and for the documents (Markdown and HTML)",
                   kOutputGroup),
            option("trials", "N", arguments->campaign.trials, "Trials of each cell", "Experiments"),
            option("real", "DIR", arguments->real,
                   "Folder of the real series of table hidden_entries, which are not part of elto: "
                   "NAME_full.csv, and NAME.csv with some entries hidden",
                   "Experiments"),
            option("evaluations", "N", arguments->campaign.evaluations,
                   "Filters that each search may try", "Experiments"),
            flag("quick", arguments->quick,
                 "One trial with short searches, without what takes long, such as 500 channels: "
                 "minutes instead of an hour, to see it work",
                 "Experiments")},
           options_of(arguments->common)}),
      .examples = {{"elto reproduce league disturbances --trials 10 --out league",
                    "the default model against a trend, and if rows are missing or wrong"}},
      .run = [arguments] { run(*arguments); },
      .list = table_list};
}

}  // namespace elto::command
