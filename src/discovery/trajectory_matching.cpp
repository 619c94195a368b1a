// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/trajectory_matching.hpp"

#include <utility>

#include "elto/core/error.hpp"
#include "elto/discovery/trajectory.hpp"

#include "discovery/levenberg_marquardt.hpp"
#include "discovery/ridge.hpp"
#include "discovery/sampling.hpp"

namespace elto {
namespace {

/// Unknowns are the coefficients and, if it is free, the start.
class Problem {
 public:
  Problem(const Ode& ode, const Series& series, const MatchOptions& options)
      : ode_(ode),
        rows_(series.values),
        grid_{.rows = series.rows(),
              .time_step = complete_time_step(series),
              .substeps = options.substeps},
        start_(options.start.value_or(series.values.row(0).transpose())),
        free_start_(options.free_start) {
    require(start_.size() == dimension() && start_.allFinite(), "start",
            concat("a finite value for each channel, ", dimension()), start_.size());
    const Index fixed_rows = free_start_ ? 0 : 1, needed = fixed_rows + unknowns() / dimension();
    require(unknowns() >= 1, "ode", "with terms", "none");
    require(grid_.rows > needed, "rows",
            concat("more than ", needed, " for ", unknowns(), " unknowns"), grid_.rows);
  }

  Index dimension() const { return rows_.cols(); }
  Index unknowns() const { return ode_.coefficient_count() + (free_start_ ? dimension() : 0); }

  Vector begin() const {
    Vector point(unknowns());
    point.head(ode_.coefficient_count()) = coefficients_of(ode_);
    if (free_start_) point.tail(dimension()) = start_;
    return point;
  }

  Ode ode_at(const Vector& point) const {
    Ode moved = ode_;
    set_coefficients(moved, point.head(ode_.coefficient_count()));
    return moved;
  }
  Vector start_at(const Vector& point) const {
    return free_start_ ? Vector(point.tail(dimension())) : start_;
  }
  Trajectory trajectory_at(const Vector& point) const {
    return trajectory(ode_at(point), start_at(point), grid_);
  }

  /// Without those of the first row if the start is given: no unknown moves them.
  std::optional<Residuals> operator()(const Vector& point) const {
    const Trajectory made = trajectory_at(point);
    if (!made.status.ok()) return std::nullopt;
    const Index entries = rows_.size() - (free_start_ ? 0 : dimension());
    const Matrix differences = (made.values - rows_).transpose();
    return Residuals{.values = differences.reshaped().tail(entries),
                     .jacobian = made.sensitivities.bottomRows(entries).leftCols(unknowns())};
  }

 private:
  Ode ode_;
  Matrix rows_;
  TrajectoryOptions grid_;
  Vector start_;
  bool free_start_;
};

/// Those of the linear regression that the problem is near its solution.
Vector standard_errors(const Residuals& residuals) {
  return least_squares({.terms = residuals.jacobian, .response = residuals.values},
                       all_columns(residuals.jacobian.cols()))
      .standard_errors;
}

void set_errors(TrajectoryMatch& match, const Vector& errors, const MatrixView& rows) {
  Index first = 0;
  for (Index i = 0; i < match.ode.dimension(); ++i) {
    Equation& equation = match.ode.equations[static_cast<std::size_t>(i)];
    equation.standard_errors = errors.segment(first, equation.coefficients.size());
    equation.residual = (match.trajectory.col(i) - rows.col(i)).squaredNorm();
    match.residual += equation.residual;
    first += equation.coefficients.size();
  }
  match.start_errors = Vector::Zero(match.ode.dimension());
  if (first < errors.size()) match.start_errors = errors.tail(match.ode.dimension());
}

}  // namespace

void validate(const MatchOptions& options) {
  require(options.substeps >= 1, "substeps", "at least 1", options.substeps);
  require(options.iterations >= 1, "iterations", "at least 1", options.iterations);
}

TrajectoryMatch match_trajectory(const Ode& ode, const Series& series,
                                 const MatchOptions& options) {
  validate(ode);
  validate(options);
  require(series.dimension() == ode.dimension(), "series",
          concat("with a channel for each equation, ", ode.dimension()), series.dimension());
  const Problem problem(ode, series, options);
  const std::optional<NonlinearFit> fit =
      levenberg_marquardt(problem, problem.begin(), options.iterations);
  const Vector point = fit ? fit->point : problem.begin();
  Trajectory made = problem.trajectory_at(point);
  TrajectoryMatch match{.ode = problem.ode_at(point),
                        .start = problem.start_at(point),
                        .trajectory = std::move(made.values)};
  if (!fit) {
    match.status = {StatusCode::not_finite, made.status.step};
    return match;
  }
  set_errors(match, standard_errors(fit->residuals), series.values);
  match.iterations = fit->iterations;
  match.rejected = fit->rejected;
  match.converged = fit->converged;
  match.status.code = StatusCode::ok;
  return match;
}

}  // namespace elto
