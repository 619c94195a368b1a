// SPDX-License-Identifier: Apache-2.0
// Fixed-lag smoothing of a stream: a row is estimated from the rows before it and the next few.
//   LagSmoother<Stepper> s(model, lag);
//   while (...) { s.update(row); if (s.pending() > lag) { use(s.mean()); s.pop(); } }
//   while (s.pending() > 0) { use(s.mean()); s.pop(); }
// Each pending row keeps the mean and variance of its signal z and the covariance V of the state
// now with z. A new row, which taught the filter u and N (mu+ = mu + P u, P+ = P - P N P),
// corrects them all at once:
//   V <- J V,   z <- z + V^T u,   Var z <- Var z - V^T N V,   V <- V - P N V
// with J the step of the filter to the new row. Nothing of the rows themselves need be kept, and
// with a lag that covers the series this is the smoother of Rauch, Tung and Striebel.
#pragma once

#include <type_traits>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/io/array_file.hpp"

namespace elto {

/// Beyond it nothing is gained and memory is lost.
inline constexpr Index largest_lag = 10000;

/// RowFilter: a Stepper or a StateFilter. Everything but what the filter itself may need is
/// allocated by the constructor.
template <class RowFilter>
class LagSmoother {
 public:
  using FilteredModel = std::conditional_t<std::is_same_v<RowFilter, Stepper>, Model, StateModel>;

  /// The model must outlive the smoother. A lag of 0 is the filter itself; any other has the bands
  /// of a lag (of a StateModel) or of the smoother (of a Model). Throws InvalidArgument for a lag
  /// that is negative or above largest_lag.
  LagSmoother(const FilteredModel& model, Index lag);
  LagSmoother(FilteredModel&&, Index) = delete;

  /// Takes the next row as RowFilter::update does. If lag + 1 rows are pending the oldest is
  /// dropped first. Not definite if the filter went on but a covariance could not be inverted: what
  /// the row says of those pending is lost, and their estimates are NaN.
  Status update(const RowView& row);

  Index lag() const { return lag_; }
  /// Rows taken and not popped.
  Index pending() const { return pending_; }
  /// Of the signal at the oldest pending row, in the units of the data; the variance is calibrated.
  RowVector mean();
  RowVector variance();
  void pop();

  /// As those of the filter, and of the same kind. A snapshot of another lag is refused.
  ArrayFile snapshot() const;
  void restore(const ArrayFile& snapshot);

 private:
  /// Numbers of the state whose errors belong together. Places of the ring are side by side.
  struct Block {
    Index channel = 0;                    // its first
    const Matrix* observation = nullptr;  // C
    Matrix cross, taught;                 // V, N V
    Vector correction;                    // u
    Matrix information;                   // N
    Matrix prior, root;                   // P and its Cholesky factor; StateFilter only

    Index channels() const { return observation->rows(); }
  };

  static constexpr bool of_features = std::is_same_v<RowFilter, Stepper>;

  void add_block(Index channel, const Matrix& observation);
  void remember_prior();
  /// u and N of the last update. False, and NaN, if P is not positive definite.
  [[nodiscard]] bool learn(std::size_t block);
  void correct_pending(std::size_t block, bool seen);
  void begin(std::size_t block, Index place);
  Index place_after(Index rows) const { return (oldest_ + rows) % (lag_ + 1); }

  const FilteredModel* model_;
  Index lag_;
  RowFilter filter_;
  std::vector<Block> blocks_;
  Matrix mean_, variance_;  // D x places, standardised
  Vector before_;           // the state before the update; StateFilter only
  Index version_ = -1;      // of the prior that N belongs to; Stepper only
  Index pending_ = 0, oldest_ = 0;
};

extern template class LagSmoother<Stepper>;
extern template class LagSmoother<StateFilter>;

}  // namespace elto
