// SPDX-License-Identifier: Apache-2.0
// Tuning a model (paper, Algorithm 2): CMA-ES over the noise parameters and, on request, over the
// ridges, the kernel scales and the memory factors, so that the filter's error on held-out rows is
// smallest.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/minimize.hpp"
#include "elto/tuning/validation_error.hpp"

namespace elto {

struct TuneOptions {
  Objective objective = Objective::prediction_error;
  std::vector<Matrix> targets = {};  ///< for posterior_error: one T x D per sequence, in data units
  bool ridges = false;               ///< tune eps_t and eps_o too
  bool scales =
      false;  ///< tune the scales of both kernels too; operators are learned per candidate
  bool memory = false;  ///< tune alpha and beta too, those that are between 0 and 1
  MinimizeOptions search = {.evaluations = 500};
};
void validate(const TuneOptions& options, const std::vector<Series>& validation);

struct [[nodiscard]] TuneResult {
  Model model;            ///< the best found; the given one if nothing better was found
  double initial = 0.0;   ///< error of the given model
  MinimizeResult search;  ///< how the search went; search.point is in its own coordinates
};

TuneResult tune(const Model& model, const std::vector<Series>& validation,
                const TuneOptions& options = {});
TuneResult tune(const Model& model, const Series& validation, const TuneOptions& options = {});

}  // namespace elto
