// SPDX-License-Identifier: Apache-2.0
#include "experiments/ode_table.hpp"

#include <limits>
#include <memory>
#include <utility>

#include "elto/discovery/trajectory_matching.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/series/wavelet_noise.hpp"
#include "elto/systems/lynx_hare.hpp"
#include "elto/tuning/fit_doubly_noisy.hpp"

#include "experiments/default_smoother.hpp"
#include "experiments/doubly_noisy_smoother.hpp"
#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

/// Percent, from the reference: x1' = -0.84 x1 + 0.026 x1 x2, x2' = 0.55 x2 - 0.028 x1 x2.
double mape_of(const Ode& ode) {
  const Vector reference{{-0.84, 0.026, 0.55, -0.028}};
  return 100.0 * (coefficients_of(ode) - reference).cwiseQuotient(reference).cwiseAbs().mean();
}

bool is_lotka_volterra(const Ode& ode) {
  const Monomial x1{0}, x2{1}, both{0, 1};
  const auto has = [&](const Equation& equation, const Monomial& own) {
    return equation.terms.size() == 2 &&
           ode.terms[static_cast<std::size_t>(equation.terms[0])] == own &&
           ode.terms[static_cast<std::size_t>(equation.terms[1])] == both;
  };
  return has(ode.equations[0], x1) && has(ode.equations[1], x2);
}

using Smoothing = std::function<Matrix(const Series&, const Effort&)>;

Matrix smoothed_by_operators(const Series& rows, const Effort& effort) {
  constexpr double kShare = 0.1;  // of a standard deviation; wavelets find no noise in a spline
  Rng rng(effort.seed);
  const RowVector deviations = kShare * standardisation_of({rows.values}).scale;
  return DoublyNoisySmoother{}(rows, doubly_noisy(rows, deviations, rng), wavelet_noise(rows),
                               effort);
}

const std::map<std::string, Smoothing>& smoothings() {
  static const std::map<std::string, Smoothing> all{
      {"w/o ELTO-AKF", [](const Series& rows, const Effort&) { return rows.values; }},
      {"w/ ELTO-AKF", smoothed_by_operators},
      {"w/ default model", smoothed_by_default_model}};
  return all;
}

}  // namespace

OdeFigures ode_figures(const Series& smoothed) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  const Ode found = discover_ode(fine_lynx_hare());
  if (!is_lotka_volterra(found)) return {.mape = kWrong, .regression_mape = kWrong};
  const Ode matched = match_trajectory(found, smoothed).ode;
  const Vector coefficients = coefficients_of(matched);
  return {.lynx = coefficients[0],
          .lynx_hunting = coefficients[1],
          .hare = coefficients[2],
          .hare_hunted = coefficients[3],
          .mape = mape_of(matched),
          .regression_mape = mape_of(found)};
}

Table lv_discovery() {
  const auto shared =
      std::make_shared<SharedFigures<OdeFigures>>([](const Task& task, const Effort& effort) {
        Series rows = fine_lynx_hare();
        rows.values = smoothings().at(task.name)(rows, effort);
        return ode_figures(rows);
      });
  Table table{
      .name = "lv_discovery",
      .title = "The equations of lynx and hare",
      .protocol =
          "x1 are lynx, x2 hare, 21 years by a spline at 200 times. Terms come from a regression "
          "of finite differences on polynomials of degree 2, their number from UBIC; coefficients "
          "from trajectories that begin at the first row. ELTO-AKF, with alpha = beta = 1, is "
          "tuned to give back the rows from rows with noise of a tenth of their standard "
          "deviation; kernels and window are those of the least error by Stein's estimate. Errors "
          "are from x1' = -0.84 x1 + 0.026 x1 x2, x2' = 0.55 x2 - 0.028 x1 x2, "
          "which were fitted to this table and have two digits: a percent more or less says "
          "nothing.",
      .remarks = "",
      .measure = "Coefficients, and their error in percent",
      .on_request = true,
      .rows = {},
      .columns = {coefficient_column(shared, "x1: x1", &OdeFigures::lynx, "x1: x1"),
                  coefficient_column(shared, "x1: x1 x2", &OdeFigures::lynx_hunting, "x1: x1 x2"),
                  coefficient_column(shared, "x2: x2", &OdeFigures::hare, "x2: x2"),
                  coefficient_column(shared, "x2: x1 x2", &OdeFigures::hare_hunted, "x2: x1 x2"),
                  figure_column(shared, "MAPE", &OdeFigures::mape, "MAPE"),
                  figure_column(shared, "MAPE of the regression", &OdeFigures::regression_mape,
                                "MAPE of the regression")}};
  for (const std::string name : {"w/o ELTO-AKF", "w/ ELTO-AKF", "w/ default model"})
    table.rows.push_back(named_row(name, name, [](std::uint32_t) { return Task{}; }));
  return table;
}

}  // namespace elto::experiments
