// SPDX-License-Identifier: Apache-2.0
#include "experiments/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include "elto/core/error.hpp"
#include "elto/core/thread_pool.hpp"

namespace elto::experiments {
namespace {

struct Job {
  const Table* table;
  const TableRow* row;
  const TableColumn* column;
  Index number;

  Trial trial() const { return {table->name, row->name, column->contender.name, number}; }
};

std::vector<Job> jobs_of(const std::vector<Table>& tables, Index trials) {
  std::vector<Job> jobs;
  for (Index number = 0; number < trials; ++number)
    for (const Table& table : tables)
      for (const TableRow& row : table.rows)
        for (const TableColumn& column : table.columns)
          jobs.push_back({&table, &row, &column, number});
  return jobs;
}

bool same_cell_and_number(const Trial& a, const Trial& b) {
  return a.table == b.table && a.row == b.row && a.column == b.column && a.number == b.number;
}

bool is_among(const std::vector<Trial>& known, const Trial& trial) {
  return std::any_of(known.begin(), known.end(),
                     [&](const Trial& other) { return same_cell_and_number(trial, other); });
}

// Trials of one campaign have seeds that follow each other; those of another one are far away.
std::uint32_t seed_of(std::uint32_t campaign, Index number) {
  return campaign * kSeedsOfACampaign + static_cast<std::uint32_t>(number);
}

Outcome outcome_of(const Job& job, const CampaignOptions& options) {
  const std::uint32_t seed = seed_of(options.seed, job.number);
  try {
    return job.column->contender.compete(
        job.row->task(seed),
        {.evaluations = options.evaluations, .seed = seed, .real = options.real});
  } catch (const Error&) {  // a filter that cannot go on has lost, the campaign has not
    return {.error = std::numeric_limits<double>::infinity(), .diverged = true};
  }
}

}  // namespace

void validate(const CampaignOptions& options) {
  require(options.trials >= 1, "trials", "at least 1", options.trials);
  require(options.evaluations >= 1, "evaluations", "at least 1", options.evaluations);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
}

void run_campaign(const std::vector<Table>& tables, const CampaignOptions& options,
                  const std::vector<Trial>& known, const KeepTrial& keep) {
  validate(options);
  std::vector<Job> jobs = jobs_of(tables, options.trials);
  const Index total = std::ssize(jobs);
  std::erase_if(jobs, [&](const Job& job) { return is_among(known, job.trial()); });

  std::mutex one_at_a_time;
  std::atomic<bool> wanted = true;
  Index done = total - std::ssize(jobs);
  ThreadPool(options.threads).run(std::ssize(jobs), [&](Index i) {
    if (!wanted) return;
    const Job& job = jobs[static_cast<std::size_t>(i)];
    Trial trial = job.trial();
    trial.outcome = outcome_of(job, options);
    const std::lock_guard lock(one_at_a_time);
    if (wanted) wanted = keep(trial, ++done, total);
  });
}

}  // namespace elto::experiments
