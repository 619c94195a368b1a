// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/minimize_smooth.hpp"

#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>
#include <utility>

#include "elto/core/error.hpp"

#include <LBFGS.h>

namespace elto {
namespace {

struct Ended {};

/// The objective as the solver sees it: never without a value. Remembers the best point.
class Guarded {
 public:
  Guarded(const SmoothObjective& objective, VectorView start, const MinimizeSmoothOptions& options)
      : objective_(objective), options_(options) {
    result.point = start;
    result.status.code = StatusCode::ok;
  }

  double operator()(const Vector& point, Vector& gradient) {
    if (result.evaluations == options_.evaluations) throw Ended{};
    double value = value_at(point, gradient);
    ++result.evaluations;
    ++result.iterations;
    if (value < result.value) {
      result.value = value;
      result.point = point;
    } else if (!(value < std::numeric_limits<double>::infinity())) {
      ++result.failures;
      gradient.setZero();
      value = std::numeric_limits<double>::max();
    }
    result.history.push_back(result.value);
    if (options_.progress && !options_.progress(progress())) {
      result.status = {.code = StatusCode::stopped, .step = result.iterations};
      throw Ended{};
    }
    return value;
  }

  MinimizeResult result;
  std::exception_ptr error;

 private:
  double value_at(const Vector& point, Vector& gradient) {
    try {
      const double value = objective_(point, gradient);
      return std::isfinite(value) && gradient.allFinite() ? value
                                                          : std::numeric_limits<double>::infinity();
    } catch (const Error&) {
      return std::numeric_limits<double>::infinity();
    } catch (...) {
      error = std::current_exception();  // the solver's own are told from it by this
      throw Ended{};
    }
  }

  MinimizeProgress progress() const {
    return {.point = result.point,
            .value = result.value,
            .evaluations = result.evaluations,
            .iterations = result.iterations,
            .failures = result.failures};
  }

  const SmoothObjective& objective_;
  const MinimizeSmoothOptions& options_;
};

}  // namespace

void validate(const MinimizeSmoothOptions& options) {
  require(options.evaluations >= 1, "evaluations", "at least 1", options.evaluations);
  require(options.tolerance >= 0.0, "tolerance", "at least 0", options.tolerance);
}

MinimizeResult minimize_smooth(const SmoothObjective& objective, VectorView start,
                               const MinimizeSmoothOptions& options) {
  require(static_cast<bool>(objective), "objective", "callable", "an empty function");
  require(start.size() >= 1, "start", "of at least 1 number", start.size());
  require(start.allFinite(), "start", "finite", "a number that is not");
  validate(options);
  LBFGSpp::LBFGSParam<double> parameters;
  parameters.epsilon = parameters.epsilon_rel = 1e-10;  // the tolerance is about values
  parameters.past = 1;
  parameters.delta = options.tolerance;
  parameters.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_WOLFE;
  LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchBacktracking> solver(parameters);

  Guarded guarded(objective, start, options);
  Vector point = start;
  double value = 0.0;
  try {
    solver.minimize(guarded, point, value);
  } catch (const Ended&) {
    if (guarded.error) std::rethrow_exception(guarded.error);
  } catch (const std::logic_error&) {    // no way down, to the accuracy of the gradient
  } catch (const std::runtime_error&) {  // a line search without success
  }
  MinimizeResult result = std::move(guarded.result);
  if (result.status.ok() && !std::isfinite(result.value))
    result.status.code = StatusCode::not_finite;
  return result;
}

}  // namespace elto
