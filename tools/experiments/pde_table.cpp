// SPDX-License-Identifier: Apache-2.0
#include "experiments/pde_table.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/discovery/discover_pde.hpp"
#include "elto/systems/field_equations.hpp"

#include "experiments/campaign.hpp"
#include "experiments/field_denoiser.hpp"
#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr std::array<Index, 2> kSubdomains = {2000, 10000};
constexpr double kNoise = 0.5;

std::vector<Coefficient> coefficients_of(const PdeDiscovery& found) {
  std::vector<Coefficient> coefficients;
  for (const Index i : found.equation) {
    const PdeTerm& term = found.terms[static_cast<std::size_t>(i)];
    coefficients.push_back({.term = term.name, .value = term.coefficient});
  }
  return coefficients;
}

PdeTerm term_of(const PdeDiscovery& found, std::string_view name) {
  const auto term = std::ranges::find(found.terms, name, &PdeTerm::name);
  return term == found.terms.end() ? PdeTerm{} : *term;
}

PdeDiscovery discovered(const Field& field, Index subdomains, Index draws) {
  PdeOptions options;
  options.weak.subdomains = subdomains;
  options.draws = draws;
  options.threads = 1;
  return discover_pde(field, options);
}

DrawnEquation drawn_equation(const Field& field, Index subdomains,
                             const std::vector<Coefficient>& equation) {
  constexpr Index kDraws = 20;
  const PdeDiscovery found = discovered(field, subdomains, kDraws);
  const PdeTerm u_ux = term_of(found, "u u_x"), u_xx = term_of(found, "u_xx");
  return {.u_ux = u_ux.coefficient,
          .u_ux_spread = u_ux.spread,
          .u_xx = u_xx.coefficient,
          .u_xx_spread = u_xx.spread,
          .right = coefficient_error(coefficients_of(found), equation).right_terms
                       ? static_cast<double>(found.agreeing) / static_cast<double>(found.draws)
                       : 0.0};
}

struct FieldProblem {
  std::string name, title, remarks;
  Field (*clean)();
  double viscosity;
};

std::vector<Coefficient> equation_of(const FieldProblem& problem) {
  return {{"", "u u_x", -1.0}, {"", "u_xx", problem.viscosity}};
}

NoisyField noisy_field(const FieldProblem& problem, std::uint32_t seed) {
  Rng rng(seed % kSeedsOfACampaign);
  return add_noise(problem.clean(), kNoise, rng);
}

Table table_of(const FieldProblem& problem) {
  const auto shared = std::make_shared<SharedFigures<PdeFigures>>(
      [problem](const Task& task, const Effort& effort) {
        const NoisyField field = noisy_field(problem, effort.seed);
        Field denoised = field.observed;
        denoised.values = field_denoiser(task.name).denoise(field, effort);
        return pde_figures(denoised, field.truth, equation_of(problem));
      });
  Table table{
      .name = problem.name,
      .title = problem.title,
      .protocol =
          "Noise of half the standard deviation of the field, that of the public files in the "
          "first trial. Each denoiser sees the noisy field alone. The paper's filters are tuned to "
          "give back the noisy field when noise of the size that wavelets find is added to it once "
          "more, and smooth; of nine pairs of kernel and window they have that of the least error "
          "by Stein's estimate. The Gaussian filter has the widths of "
          "the least estimated error, the singular values are cut where that is best for noise of "
          "this size. Models have a row for each place. A term that is not found counts as 0. "
          "Figures are those of the paper's draw of "
          "2000 rectangles, then means and standard deviations over 20 draws of 2000 and of 10000, "
          "and the share of the draws that chose the right terms.",
      .remarks = problem.remarks,
      .measure = "Error of the field, coefficients, and shares",
      .on_request = true,
      .rows = {},
      .columns = {figure_column(shared, "MSE", &PdeFigures::error, "MSE"),
                  coefficient_column(shared, "u u_x", &PdeFigures::u_ux, "u u_x"),
                  coefficient_column(shared, "u_xx", &PdeFigures::u_xx, "u_xx"),
                  figure_column(shared, "MAPE", &PdeFigures::mape, "MAPE"),
                  figure_column(shared, "L1", &PdeFigures::l1, "L1")}};
  using Part = std::pair<std::string_view, double DrawnEquation::*>;
  constexpr std::array<Part, 5> parts = {{{"u u_x", &DrawnEquation::u_ux},
                                          {"u u_x, spread", &DrawnEquation::u_ux_spread},
                                          {"u_xx", &DrawnEquation::u_xx},
                                          {"u_xx, spread", &DrawnEquation::u_xx_spread},
                                          {"right", &DrawnEquation::right}}};
  for (std::size_t i = 0; i < kSubdomains.size(); ++i)
    for (const Part& part : parts)
      table.columns.push_back(figure_column(
          shared, concat(part.first, ", K = ", kSubdomains[i]),
          [i, of = part.second](const PdeFigures& figures) { return figures.drawn[i].*of; }));
  for (const FieldDenoiser& denoiser : field_denoisers())
    table.rows.push_back(
        named_row(denoiser.name, denoiser.name, [](std::uint32_t) { return Task{}; }));
  return table;
}

}  // namespace

PdeFigures pde_figures(const Field& denoised, const Field& truth,
                       const std::vector<Coefficient>& equation) {
  constexpr double kPercent = 100.0;
  const PdeDiscovery found = discovered(denoised, kSubdomains.front(), 1);
  const CoefficientError error = coefficient_error(coefficients_of(found), equation);
  PdeFigures figures{.error = (denoised.values - truth.values).array().square().mean(),
                     .u_ux = term_of(found, "u u_x").coefficient,
                     .u_xx = term_of(found, "u_xx").coefficient,
                     .mape = kPercent * error.mean_relative,
                     .l1 = kPercent * error.relative_l1};
  std::ranges::transform(kSubdomains, figures.drawn.begin(), [&](Index subdomains) {
    return drawn_equation(denoised, subdomains, equation);
  });
  return figures;
}

Table burgers_discovery() {
  return table_of({.name = "burgers_discovery",
                   .title = "Burgers' equation from a noisy field",
                   .remarks = "",
                   .clean = [] { return burgers(); },
                   .viscosity = 0.1});
}

Table burgers_shock_discovery() {
  return table_of({.name = "burgers_shock_discovery",
                   .title = "Burgers' equation with a shock from a noisy field",
                   .remarks = "",
                   .clean = [] { return burgers_shock(); },
                   .viscosity = 0.01 / std::numbers::pi});
}

}  // namespace elto::experiments
