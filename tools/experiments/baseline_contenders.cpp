// SPDX-License-Identifier: Apache-2.0
#include "experiments/baseline_contenders.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "elto/baselines/delay_regression.hpp"
#include "elto/baselines/kernel_kalman_rule.hpp"
#include "elto/baselines/linear_gaussian.hpp"
#include "elto/baselines/motion_models.hpp"
#include "elto/baselines/sigma_point_filter.hpp"
#include "elto/baselines/trend_filter.hpp"
#include "elto/series/gaps.hpp"

namespace elto::experiments {
namespace {

/// Any filter that goes row by row.
template <class RowFilter>
Estimate filtered(RowFilter filter, const Series& rows) {
  Estimate estimate;
  estimate.mean.resize(rows.rows(), rows.dimension());
  estimate.predicted.resize(rows.rows(), rows.dimension());
  for (Index t = 0; t < rows.rows(); ++t) {
    filter.predict();
    estimate.predicted.row(t) = filter.mean();
    filter.update(rows.values.row(t));
    estimate.mean.row(t) = filter.mean();
  }
  return estimate;
}

struct Raw {
  Vector start() const { return {}; }
  Filter at(const Vector&) const {
    return [](const Series& rows) {
      Estimate estimate;
      estimate.mean = rows.values;
      return estimate;
    };
  }
};

struct Trend {
  TrendFilter fitted;

  Vector start() const { return {}; }
  Filter at(const Vector&) const {
    return [this](const Series& rows) { return filter(fitted, rows); };
  }
};

/// A motion model whose noise is given by logarithms and whose memory by its odds.
template <class ModelOf>
struct Adaptive {
  ModelOf model_of;  // of the first row and the noise

  Vector start() const { return Vector{{std::log(1e-2), std::log(1e-2), 3.0}}; }
  Filter at(const Vector& point) const {
    const MotionNoise noise{.process = std::exp(point[0]), .measurement = std::exp(point[1])};
    const double memory = 1.0 / (1.0 + std::exp(-point[2]));
    return [this, noise, memory](const Series& rows) {
      return filtered(LinearGaussianFilter(model_of(rows.values.row(0), noise),
                                           {.measurement = memory, .process = memory}),
                      rows);
    };
  }
};

template <class ModelOf>
Adaptive<ModelOf> adaptive(ModelOf model_of) {
  return {std::move(model_of)};
}

struct SigmaPoint {
  DelayRegression regression;
  SigmaPoints points;

  Vector start() const { return Vector{{0.0, std::log(1e-2)}}; }
  Filter at(const Vector& point) const {
    const DelayNoise noise{.process = std::exp(point[0]), .measurement = std::exp(point[1])};
    return [this, model = nonlinear_model(regression, noise)](const Series& rows) {
      return filtered(SigmaPointFilter(model, points), rows);
    };
  }
};

Contender sigma_point_filter(std::string name, SigmaPoints points, Target target) {
  return contender(std::move(name), target, [points](const Task& task) {
    return SigmaPoint{fit_delay_regression(task.training), points};
  });
}

struct KernelKalman {
  std::vector<Series> training;
  Index rank;

  Vector start() const { return Vector::Zero(5); }
  Filter at(const Vector& point) const {
    KernelKalmanRuleOptions options;
    auto& [state_kernel, observation_kernel, transition_ridge, observation_ridge, ranks] =
        options.operators;
    state_kernel = rescaled(resolved(state_kernel, Matrix(1, options.window)), std::exp(point[0]));
    observation_kernel =
        rescaled(resolved(observation_kernel, training.front().values), std::exp(point[1]));
    transition_ridge *= std::exp(point[2]);
    observation_ridge *= std::exp(point[3]);
    options.regularisation *= std::exp(point[4]);
    ranks.max_rank = rank;
    return [rule = learn_kernel_kalman_rule(training, options)](const Series& rows) {
      return filter(rule, rows);
    };
  }
};

Contender kernel_kalman(std::string name, Index rank, Target target) {
  return contender(std::move(name), target, [rank](const Task& task) {
    return KernelKalman{task.training, rank};
  });
}

}  // namespace

Contender raw_observations() {
  return contender("raw", Target::observations, [](const Task&) { return Raw{}; });
}

Contender trend() {
  return contender("trend", Target::observations,
                   [](const Task& task) { return Trend{fit_trend_filter(task.training)}; });
}

Contender constant_velocity_filter(Target target) {
  return contender("CV", target, [](const Task&) { return adaptive(constant_velocity); });
}

Contender constant_acceleration_filter(Target target) {
  return contender("CA", target, [](const Task&) { return adaptive(constant_acceleration); });
}

Contender linear_filter(Target target) {
  return contender("Linear", target, [](const Task& task) {
    return adaptive([rows = with_gaps(task.training)](const RowVector&, const MotionNoise& noise) {
      return linear_dynamics(rows, noise);
    });
  });
}

Contender unscented_filter(Target target) {
  return sigma_point_filter("SPKF", SigmaPoints::unscented, target);
}

Contender cubature_filter(Target target) {
  return sigma_point_filter("cubature", SigmaPoints::cubature, target);
}

Contender kernel_kalman_filter(Target target) {
  return kernel_kalman("KKR", 128, target);
}

Contender subspace_kernel_kalman_filter(Target target) {
  return kernel_kalman("SubKKR", 50, target);
}

}  // namespace elto::experiments
