// SPDX-License-Identifier: Apache-2.0
// Fixed-lag smoothing of a stream with a SignalModel: a row is estimated from the rows before it
// and the next few (filter/lag_smoother.hpp for the other models). Each pending row keeps its
// signal z, the variance of z and the covariance V of the state now with z:
//   a step        V <- F V
//   an entry      z <- z + c V v/s,   Var z <- Var z - (c V)^2 / s,   V <- V - g c V
#pragma once

#include <string>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_law_lag.hpp"
#include "elto/io/array_file.hpp"
#include "elto/model/signal_model.hpp"

namespace elto {

class SignalLagSmoother {
 public:
  /// The model must outlive the smoother. A lag of 0 is the filter itself. Throws InvalidArgument
  /// for a lag that is negative or above largest_lag.
  SignalLagSmoother(const SignalModel& model, Index lag);
  SignalLagSmoother(SignalModel&&, Index) = delete;

  /// Takes the next row as SignalFilter::predict and update do. If lag + 1 rows are pending the
  /// oldest is dropped first.
  Status update(double time, const RowView& row);
  /// Of a model with inputs: those of that time.
  Status update(double time, const RowView& row, const RowView& inputs);

  Index lag() const { return lag_; }
  /// Rows taken and not popped.
  Index pending() const { return pending_; }
  /// Of the signal at the oldest pending row, in the units of the data.
  RowVector mean() const;
  RowVector variance() const;
  void pop();
  /// Of the last row taken; NaN before the first.
  double time() const { return filter_.time(); }

  /// As those of the filter, and of the same kind. A snapshot of another lag is refused.
  ArrayFile snapshot() const;
  void restore(const ArrayFile& snapshot);

 private:
  Index place_after(Index rows) const { return (oldest_ + rows) % (lag_ + 1); }

  const SignalModel* model_;
  Index lag_;
  SignalFilter filter_;
  std::vector<SignalLawLag> laws_;
  std::vector<Index> waiting_;  // places of the rows that wait
  std::vector<Matrix> cross_;   // V of each channel, n x places
  Matrix mean_, variance_;      // D x places, in the units of the models
  Matrix drive_;                // likewise, in the units of the data
  Index pending_ = 0, oldest_ = 0;
};

}  // namespace elto
