// SPDX-License-Identifier: Apache-2.0
// A linear model run over a series: the Kalman filter forward, entry by entry, and one pass back
// that needs no inverse (r and N are what the rows from here on say of the predicted state),
//   an entry   g = P c^T / s,  L = I - g c:   r <- c^T v / s + L^T r,   N <- c^T c / s + L^T N L
//   a step                                    r <- F^T r,               N <- F^T N F
//   smoothed, x and P being predicted         x + P r,                  P - P N P
// and that gives for nothing the entries left out, the jumps, and the gradient of the likelihood
// (docs/engine.md).
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// Of the same rows for one model after the other, as a search asks for it. -infinity where the
/// filter fails.
class Likelihood {
 public:
  explicit Likelihood(const Rows& rows, const std::vector<Jump>& jumps = {});
  ~Likelihood();
  Likelihood(Likelihood&&) noexcept;

  /// Logarithm of the density of all entries. Squares of standardised innovations count at most
  /// `cut`, so that a start can be found among outliers.
  double value(const LinearModel& model, double cut = std::numeric_limits<double>::infinity());
  /// With its gradient by LinearModel::logs(), exact, by one pass back; zero where it is -infinity.
  double value(const LinearModel& model, Vector& by_logs);

 private:
  std::unique_ptr<Rows> rows_;  // the pass keeps its address
  std::unique_ptr<class LinearPass> pass_;
};

/// Of the signals C x; T x D.
struct SignalMoments {
  Matrix mean, variance;
};

/// Given the rows before, and given the rows up to each.
struct FilteredRows {
  SignalMoments predicted, updated;
  double log_likelihood = 0.0;
  Status status = {};
};
FilteredRows filter(const LinearModel& model, const Rows& rows,
                    const std::vector<Jump>& jumps = {});

struct SmoothedRows {
  SignalMoments signal;    ///< given all rows
  SignalMoments left_out;  ///< an entry given all others, with its noise; NaN where none was taken
  Vector jump;  ///< T, chi-squared statistic r^2 / N of a jump of the first state before each row
  Vector jump_precision;  ///< T, N: what all rows tell of its size
  double log_likelihood = 0.0;
  Status status = {};

  void resize(Index rows, Index channels);
};
SmoothedRows smooth(const LinearModel& model, const Rows& rows,
                    const std::vector<Jump>& jumps = {});

/// The same of a long series stretch by stretch, so that not all of it needs to be kept: next()
/// goes on to the one before, the last one first, until it returns false. None where the filter
/// fails. Model and rows must be there as long.
class SmoothedStretches {
 public:
  SmoothedStretches(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps);
  ~SmoothedStretches();
  SmoothedStretches(SmoothedStretches&&) noexcept;

  bool next();
  Index begin() const;  ///< row
  const SmoothedRows& rows() const;
  double log_likelihood() const;
  const Status& status() const { return status_; }

 private:
  std::unique_ptr<class LinearPass> pass_;
  Status status_;
};

}  // namespace elto
