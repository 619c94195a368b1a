// SPDX-License-Identifier: Apache-2.0
// Denoising as a step before something else: rows in, rows without noise out.
#pragma once

#include <string>
#include <vector>

#include "elto/series/series.hpp"

#include "fit_job.hpp"

namespace elto::command {

struct DenoisingArguments {
  bool denoise = false;
  FitArguments fit = {};
  CheckpointArguments checkpoint = {};
};

/// --denoise, and the options of fitting.
std::vector<Option> options_of(DenoisingArguments& arguments);

struct [[nodiscard]] DenoisedRows {
  Matrix values = {};  ///< T x D
  std::string model = {};
  double seconds = 0.0;
  std::vector<std::string> sentences = {};  ///< how fitting went
};

/// Smoothed by a model that is fitted to these very rows: of the kind asked for. The paper's is
/// tuned on doubly noisy rows, with kernels and window of the least estimated error unless these
/// are given; `noise` is their standard deviation (D). Throws as run_fit does, and NumericalError
/// if the smoother fails.
DenoisedRows denoised_rows(const Series& series, const RowVector& noise, const std::string& path,
                           const DenoisingArguments& arguments, const CommonOptions& common);

}  // namespace elto::command
