// SPDX-License-Identifier: Apache-2.0
// Running experiments: every trial of every cell of some tables, several at a time. What is
// measured is handed over at once, so that an interrupted campaign can go on where it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "elto/core/types.hpp"

#include "experiments/contender.hpp"
#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

struct CampaignOptions {
  Index trials = 5;                          ///< at least 1
  std::uint32_t seed = 1;                    ///< trials of another seed have other data
  Index evaluations = Effort{}.evaluations;  ///< by each search; at least 1
  Index threads = 0;                ///< trials at a time; 0: as many as the machine has cores
  std::filesystem::path real = {};  ///< folder of the real series
};
void validate(const CampaignOptions& options);

/// Trial n of the campaign of seed s has the seed of s times this and n.
inline constexpr std::uint32_t kSeedsOfACampaign = 1000;

/// Takes a trial as soon as it is over; `done` of `total` are then known. False: no further one is
/// begun.
using KeepTrial = std::function<bool(const Trial& trial, Index done, Index total)>;

/// The trials that are not known yet, first trials first, so that whatever was measured when it
/// ends early is about all cells alike. `keep` is called by one thread at a time.
void run_campaign(const std::vector<Table>& tables, const CampaignOptions& options,
                  const std::vector<Trial>& known, const KeepTrial& keep);

}  // namespace elto::experiments
