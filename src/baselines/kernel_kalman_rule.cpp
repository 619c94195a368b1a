// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/kernel_kalman_rule.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/feature_belief.hpp"
#include "elto/operators/initial_embedding.hpp"
#include "elto/states/delay_windows.hpp"

#include "linalg/single_threaded_blas.hpp"
#include "linalg/symmetrise.hpp"

namespace elto {
namespace {

// 1/N2 (F1 Phi^T - F2)^T (F1 Phi^T - F2)
Matrix residual_covariance(const TransferOperators& op, const std::vector<Index>& from) {
  const Matrix residuals = op.F(from, Eigen::all) * op.Phi.transpose() - op.F2;
  return residuals.transpose() * residuals / static_cast<double>(op.transitions());
}

}  // namespace

void validate(const KernelKalmanRuleOptions& options) {
  require(options.window >= 1, "window", "at least 1", options.window);
  validate(options.operators);
  require(std::isfinite(options.regularisation) && options.regularisation > 0.0, "regularisation",
          "finite and positive", options.regularisation);
}

KernelKalmanRule learn_kernel_kalman_rule(const std::vector<Series>& sequences,
                                          const KernelKalmanRuleOptions& options) {
  validate(options);
  link_single_threaded_blas();
  const std::vector<Matrix> runs = observed_runs(sequences);
  const DelayWindows windows = delay_windows(row_counts(runs), options.window);
  KernelKalmanRule rule;
  rule.scaling = standardisation_of(runs);
  const Matrix states = past_rows(windows, rule.scaling.apply(stacked(runs)));
  rule.observations = states.leftCols(rule.scaling.dimension());
  rule.operators =
      learn_operators({states, rule.observations, windows.transitions}, options.operators);
  rule.BGB = rule.operators.B.transpose() * rule.operators.GB;
  symmetrise(rule.BGB);
  rule.Qf = residual_covariance(rule.operators, windows.transitions.from);
  const InitialEmbedding initial = stationary_embedding(rule.operators);
  rule.mean = initial.mean;
  rule.covariance = initial.factor * initial.factor.transpose();
  rule.regularisation = options.regularisation;
  return rule;
}

Estimate filter(const KernelKalmanRule& rule, const Series& series) {
  validate(series);
  require(series.dimension() == rule.scaling.dimension(), "series columns",
          concat(rule.scaling.dimension(), " as in the training data"), series.dimension());
  link_single_threaded_blas();
  const TransferOperators& op = rule.operators;
  const double kappa = rule.regularisation * static_cast<double>(op.samples());
  const Matrix J = rule.BGB / kappa, standardised = rule.scaling.apply(series.values);
  const RowVector &offset = rule.scaling.offset, &scale = rule.scaling.scale;

  FeatureBelief belief(rule.mean, rule.covariance);
  const auto mean = [&]() -> RowVector {  // C mu
    return offset + (op.C * belief.mean()).transpose().cwiseProduct(scale);
  };
  const auto variance = [&]() -> RowVector {  // diagonal of C P C^T
    const Vector v = (op.C * belief.covariance()).cwiseProduct(op.C).rowwise().sum();
    return v.transpose().cwiseProduct(scale.cwiseAbs2());
  };

  const Matrix unknown =
      Matrix::Constant(series.rows(), series.dimension(), std::numeric_limits<double>::quiet_NaN());
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {StatusCode::ok}};
  Vector o(op.samples());
  for (Index t = 0; t < series.rows(); ++t) {
    if (t > 0) belief.predict(op.Phi, rule.Qf);
    estimate.predicted.row(t) = mean();
    estimate.predicted_variance.row(t) = variance();
    if (kind_of(series.values.row(t)) == RowKind::missing) {
      belief.skip();
    } else {
      evaluate(op.observation_kernel, rule.observations, standardised.row(t), o);
      belief.update(J, op.B.transpose() * o / kappa);
    }
    if (!belief.finite()) {
      estimate.status = {StatusCode::not_finite, t};
      break;
    }
    estimate.mean.row(t) = mean();
    estimate.variance.row(t) = variance();
  }
  return estimate;
}

}  // namespace elto
