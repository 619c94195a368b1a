// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/equations_of_motion.hpp"

#include <algorithm>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

struct Statement {
  std::string_view name, formula;
};

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
  return text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

/// "name = formula; name = formula"
std::vector<Statement> statements(std::string_view text) {
  std::vector<Statement> found;
  while (!without_blanks(text).empty()) {
    const std::string_view one = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::size_t equals = one.find('=');
    require(equals != std::string_view::npos, "equations", "of the form name = formula", one);
    found.push_back({without_blanks(one.substr(0, equals)), one.substr(equals + 1)});
  }
  return found;
}

std::string_view without_prime(std::string_view name) {
  require(name.size() > 1 && name.ends_with('\''), "equations", "of states with a prime", name);
  return name.substr(0, name.size() - 1);
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(std::string_view equations, std::string_view where) {
  const std::vector<Statement> motion = statements(equations);
  for (const Statement& statement : motion) {
    const std::string_view state = without_prime(statement.name);
    require(std::ranges::find(names_.states, state) == names_.states.end(), "equations",
            "one for each state", state);
    names_.states.emplace_back(state);
  }
  for (const Statement& definition : statements(where))
    names_.definitions.insert_or_assign(std::string(definition.name),
                                        Formula(definition.formula, names_));
  for (const Statement& statement : motion) formulas_.emplace_back(statement.formula, names_);
  if (!std::ranges::any_of(formulas_, &Formula::has_delay)) return;
  const Formula tau = quantity("tau");
  require(tau.degree() == 0, "tau", "a number", std::string_view("what changes"));
  delay_ = tau({});
  require(delay_ > 0.0, "tau", "positive", delay_);
}

std::optional<int> EquationsOfMotion::degree() const {
  int highest = 0;
  for (const Formula& formula : formulas_) {
    if (!formula.degree()) return {};
    highest = std::max(highest, *formula.degree());
  }
  return highest;
}

bool EquationsOfMotion::is_driven() const {
  return std::ranges::any_of(formulas_, &Formula::has_time);
}

bool EquationsOfMotion::is_stochastic() const {
  return std::ranges::any_of(formulas_, &Formula::has_noise);
}

void EquationsOfMotion::rates(const Moment& moment, std::span<double> rates) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i) rates[i] = formulas_[i](moment);
}

Vector EquationsOfMotion::operator()(const VectorView& state, double time) const {
  require(delay_ == 0.0, "equations", "without a delay", delay_);
  require(state.size() == dimension(), "state", concat("of ", dimension(), " entries"),
          state.size());
  Vector rate(dimension());
  const auto size = static_cast<std::size_t>(dimension());
  rates({.state = {state.data(), size}, .time = time}, {rate.data(), size});
  return rate;
}

}  // namespace elto
