// SPDX-License-Identifier: Apache-2.0
// Covariance matrix adaptation evolution strategy: minimises f(x) from the ranking of candidates
// x_k = m + sigma y_k, y_k ~ N(0, C), while m, sigma and C are learnt. One run, ask and tell, with
// the default strategy parameters and the active (negative weight) update of Hansen, "The CMA
// Evolution Strategy: A Tutorial", arXiv:1604.00772.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/core/types.hpp"

namespace elto {

struct CmaEsOptions {
  double step_size = 1.0;  ///< initial standard deviation of a coordinate, > 0 (sigma)
  Index population = 0;    ///< candidates per iteration, >= 2 (lambda); 0: 4 + floor(3 ln n)
  std::uint32_t seed = 1;  ///< of the run's own stream of random numbers
  double tolerance_value = 1e-12;   ///< stop when recent values span no more than this, >= 0
  double tolerance_step = 1e-12;    ///< stop when steps are below this times step_size, >= 0
  double largest_condition = 1e14;  ///< stop when the condition number of C exceeds this, > 1
  double largest_growth = 1e4;      ///< stop when steps exceed this times step_size, > 1
};

/// Throws InvalidArgument naming the field.
void validate(const CmaEsOptions& options);

enum class StopReason {
  none,             ///< not stopped
  value_converged,  ///< the values of the last iterations span no more than tolerance_value
  step_converged,   ///< every coordinate's step is below tolerance_step * step_size
  ill_conditioned,  ///< C is numerically singular or its condition exceeds largest_condition
  diverged,         ///< steps have grown by more than largest_growth
  stagnated,        ///< neither best nor median value has improved for a long time
};

/// "value converged"
std::string_view describe(StopReason reason);

/// All that changes during a run. With the options it fixes the future of the run, bit for bit.
struct CmaEsState {
  Vector mean = {};             ///< m
  double step_size = 1.0;       ///< sigma
  Matrix covariance = {};       ///< C
  Vector step_path = {};        ///< p_sigma
  Vector covariance_path = {};  ///< p_c
  Matrix basis = {};            ///< B, columns are eigenvectors of C, as last decomposed
  Vector scales = {};           ///< D, square roots of the eigenvalues of C, as last decomposed
  Index decomposed_at = 0;      ///< iteration of the last decomposition
  Matrix steps = {};            ///< y_k in columns, asked and not yet told; no columns: none
  Vector best_point = {};       ///< of all candidates; the start as long as all have failed
  double best_value = std::numeric_limits<double>::infinity();
  Index iterations = 0;
  std::vector<double> best_values = {};    ///< smallest value of each iteration
  std::vector<double> median_values = {};  ///< median value of each iteration
  StopReason stop_reason = StopReason::none;
  Rng rng = Rng(1);
};

/// A candidate whose value is not finite has failed. It takes no part in the update: the mean moves
/// to the candidates that succeeded, and a failure's step neither widens nor narrows C. When a
/// whole generation fails, only the step size shrinks, at the highest rate of step-size adaptation.
class CmaEs {
 public:
  CmaEs(VectorView start, const CmaEsOptions& options);
  /// Draws from the given stream instead of one seeded by options.seed.
  CmaEs(VectorView start, const CmaEsOptions& options, const Rng& rng);
  /// Continues from a state; throws InvalidArgument if its parts do not fit together.
  CmaEs(const CmaEsOptions& options, CmaEsState state);

  /// The next generation, one candidate per row. Asked again before tell(), it is the same.
  Matrix ask();
  /// The values of the asked candidates, in their order; infinity and NaN mark failures.
  void tell(VectorView values);

  const Vector& best_point() const { return state_.best_point; }
  double best_value() const { return state_.best_value; }
  double step_size() const { return state_.step_size; }
  double condition() const;  ///< of C, as last decomposed
  StopReason stop_reason() const { return state_.stop_reason; }
  Index dimension() const { return state_.mean.size(); }
  Index population() const { return strategy_.weights.size(); }
  Index iterations() const { return state_.iterations; }
  Index evaluations() const { return state_.iterations * population(); }
  const CmaEsState& state() const { return state_; }

 private:
  struct Strategy {
    Vector weights;                // w_i, best first; the first mu are positive, sum to 1
    Index mu;                      // number of parents
    double c_sigma, d_sigma;       // rate and damping of step-size adaptation
    double c_c, c_1, c_mu;         // rates of p_c, of rank one and of rank mu
    double expected_norm;          // E|N(0, I)|
    Index decomposition_interval;  // iterations between decompositions of C, O(n^3) each
    Strategy(Index dimension, Index population);
  };

  void adapt(const Matrix& Y);
  void adapt_covariance(const Matrix& Y, const Vector& w, bool path_is_short);
  void decompose();
  StopReason check_stop(double worst) const;

  CmaEsOptions options_;
  Strategy strategy_;
  CmaEsState state_;
};

}  // namespace elto
