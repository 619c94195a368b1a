// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/validation_error.hpp"

#include <limits>

#include "elto/filter/stepper.hpp"

namespace elto {

void ErrorMean::add(const RowView& estimate, const RowView& target) {
  if (kind_of(target) != RowKind::observed) return;
  sum_ += (estimate - target).squaredNorm();
  count_ += target.size();
}

double ErrorMean::value() const {
  return count_ > 0 ? sum_ / static_cast<double>(count_) : std::numeric_limits<double>::infinity();
}

double validation_error(const Model& model, const std::vector<ValidationSequence>& sequences,
                        Objective objective) {
  ErrorMean error;
  for (const ValidationSequence& sequence : sequences) {
    Stepper stepper(model);
    for (Index t = 0; t < sequence.rows.rows(); ++t) {
      const auto score = [&] {
        error.add(model.scaling.apply(stepper.mean()), model.scaling.apply(sequence.target.row(t)));
      };
      stepper.predict();
      if (objective == Objective::prediction_error) score();
      if (!stepper.update(sequence.rows.row(t)).ok())
        return std::numeric_limits<double>::infinity();
      if (objective == Objective::posterior_error) score();
    }
  }
  return error.value();
}

}  // namespace elto
