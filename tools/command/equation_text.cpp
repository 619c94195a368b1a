// SPDX-License-Identifier: Apache-2.0
#include "equation_text.hpp"

#include <algorithm>

#include "elto/core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

std::string rounded(double value) {
  return fmt::format("{:.4g}", value);
}

std::vector<Row> cells_of(const FoundEquation& equation) {
  const bool drawn = equation.draws > 0;
  const bool weighed = std::ranges::any_of(
      equation.terms, [](const FoundTerm& term) { return term.evidence.has_value(); });
  const bool known = std::ranges::any_of(
      equation.terms, [](const FoundTerm& term) { return term.truth.has_value(); });
  Row head = {"term", "coefficient", fmt::format("{:g} % interval", 100.0 * equation.confidence)};
  if (drawn) head.insert(head.end(), {"spread", "std. error", "chosen by"});
  if (weighed) head.emplace_back("evidence");
  if (known) head.emplace_back("truth");
  std::vector<Row> rows = {head};
  for (const FoundTerm& term : equation.terms) {
    const bool is_worth_a_line = term.in_equation || term.chosen > 0 || term.truth.has_value();
    if (!is_worth_a_line) continue;
    const auto figure = [&](double value) { return term.in_equation ? rounded(value) : "-"; };
    Row row = {term.name, figure(term.coefficient),
               term.in_equation ? concat(rounded(term.low), " to ", rounded(term.high)) : "-"};
    if (drawn)
      row.insert(row.end(), {figure(term.spread), figure(term.standard_error),
                             fmt::format("{} of {}", term.chosen, equation.draws)});
    if (weighed) row.push_back(term.evidence ? ratio_text(*term.evidence) : "-");
    if (known) row.push_back(rounded(term.truth.value_or(0.0)));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], row[j].size());
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) line += fmt::format("  {:<{}}", row[j], widths[j]);
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

Json term_json(const FoundTerm& term, const FoundEquation& equation) {
  Json object = {{"name", term.name}, {"in_equation", term.in_equation}};
  if (equation.draws > 0) object["chosen"] = term.chosen;
  if (term.in_equation) {
    object["coefficient"] = term.coefficient;
    object["low"] = term.low;
    object["high"] = term.high;
    if (equation.draws > 0) object["spread"] = term.spread;
    object["standard_error"] = term.standard_error;
  }
  if (term.evidence) object["log_evidence"] = *term.evidence;
  if (term.truth) object["truth"] = *term.truth;
  return object;
}

}  // namespace

std::vector<std::string> lines_of(const FoundEquation& equation) {
  std::vector<std::string> lines = {equation.text};
  for (std::string& line : aligned(cells_of(equation))) lines.push_back(std::move(line));
  return lines;
}

Json to_json(const FoundEquation& equation) {
  Json object = {{"equation", equation.text}, {"confidence", equation.confidence}};
  if (equation.draws > 0) {
    object["draws"] = equation.draws;
    object["agreeing"] = equation.agreeing;
  }
  object["terms"] = Json::array();
  for (const FoundTerm& term : equation.terms) object["terms"].push_back(term_json(term, equation));
  for (const SizeStep& step : equation.path)
    object["path"].push_back({{"terms", step.terms}, {"bic", step.bic}, {"ubic", step.ubic}});
  return object;
}

Json to_json(const CoefficientError& error) {
  return {{"right_terms", error.right_terms},
          {"mean_relative", error.mean_relative},
          {"relative_l1", error.relative_l1}};
}

std::vector<Coefficient> coefficients_of(const FoundEquation& equation, const std::string& name) {
  std::vector<Coefficient> coefficients;
  for (const FoundTerm& term : equation.terms)
    if (term.in_equation) coefficients.push_back({name, term.name, term.coefficient});
  return coefficients;
}

void add_truth(FoundEquation& equation, const std::vector<Coefficient>& truth,
               const std::string& name) {
  for (FoundTerm& term : equation.terms)
    if (const Coefficient* const known = find(truth, name, term.name)) term.truth = known->value;
}

}  // namespace elto::command
