// SPDX-License-Identifier: Apache-2.0
// What a search minimises: the mean squared error of a filter on held-out rows, in standardised
// units.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/model.hpp"
#include "elto/series/series.hpp"

namespace elto {

enum class Objective {
  prediction_error,  ///< of the prediction of each row from the rows before it; needs no truth
  posterior_error,   ///< of the filtered row against a given target (paper, eq. 17)
};

/// Rows to filter and what to compare with, in the units of the data.
struct ValidationSequence {
  Matrix rows;    ///< T x D; NaN rows are missing
  Matrix target;  ///< T x D; for prediction_error the rows themselves
};

/// Mean of squared differences over the rows that are observed in the target.
class ErrorMean {
 public:
  void add(const RowView& estimate, const RowView& target);
  /// Infinity if nothing was added.
  double value() const;

 private:
  double sum_ = 0.0;
  Index count_ = 0;
};

/// The error of the model as it is, by filtering; infinity if the filter fails.
double validation_error(const Model& model, const std::vector<ValidationSequence>& sequences,
                        Objective objective);

}  // namespace elto
