// SPDX-License-Identifier: Apache-2.0
#include "model/signal_law_json.hpp"

#include <string>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "model/matrix_json.hpp"

namespace elto {
namespace {

constexpr Index kMostLawStates = 100;  // matrices are of n x n numbers

nlohmann::json listed(const std::vector<LawCoefficient>& coefficients) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto [term, channel] : coefficients) list.push_back({term, channel});
  return list;
}

std::vector<LawCoefficient> coefficients_from(const nlohmann::json& json) {
  std::vector<LawCoefficient> coefficients;
  for (const auto& [term, channel] : json.get<std::vector<std::pair<Index, Index>>>())
    coefficients.push_back({.term = term, .channel = channel});
  return coefficients;
}

}  // namespace

nlohmann::json described(const SignalLaw& law) {
  const Law& motion = law.model.law;
  return {{"family", law.family},
          {"columns", law.columns},
          {"order", motion.order},
          {"monomials", motion.terms.monomials()},
          {"centres", nested(motion.terms.centres())},
          {"widths", listed(motion.terms.widths())},
          {"coefficients", nested(motion.coefficients)},
          {"level_noise", listed(motion.level_noise)},
          {"drift_noise", listed(motion.drift_noise)},
          {"memory", motion.memory},
          {"noise", listed(law.model.noise)},
          {"centre", listed(law.model.centre)},
          {"offset", listed(law.offset)},
          {"scale", listed(law.scale)},
          {"inputs", law.inputs},
          {"input_offset", listed(law.input_offset)},
          {"input_scale", listed(law.input_scale)},
          {"step", law.step},
          {"learned", listed(law.learned)},
          {"covariance", nested(law.covariance)},
          {"doubted", listed(law.doubted)},
          {"doubt", nested(law.doubt)}};
}

SignalLaw signal_law_from(const nlohmann::json& json) {
  SignalLaw law{.family = json.at("family").get<std::string>(),
                .columns = json.at("columns").get<std::vector<Index>>()};
  Law& motion = law.model.law;
  motion.channels = law.dimension();
  motion.order = json.at("order").get<Index>();
  require(motion.channels >= 1 && (motion.order == 1 || motion.order == 2) &&
              motion.states() <= kMostLawStates,
          "law", concat("of order 1 or 2 with at most ", kMostLawStates, " states"), motion.order);
  law.inputs = json.at("inputs").get<std::vector<Index>>();
  law.input_offset = vector_from(json.at("input_offset"));
  law.input_scale = vector_from(json.at("input_scale"));
  motion.inputs = std::ssize(law.inputs);
  motion.terms =
      LawTerms(motion.variables(), json.at("monomials").get<std::vector<Monomial>>(),
               matrix_from(json.at("centres"), motion.variables()), vector_from(json.at("widths")));
  motion.coefficients = matrix_from(json.at("coefficients"), motion.channels);
  motion.level_noise = vector_from(json.at("level_noise"));
  motion.drift_noise = vector_from(json.at("drift_noise"));
  motion.memory = json.at("memory").get<double>();
  law.model.noise = vector_from(json.at("noise"));
  law.model.centre = vector_from(json.at("centre"));
  law.offset = vector_from(json.at("offset"));
  law.scale = vector_from(json.at("scale"));
  law.step = json.at("step").get<double>();
  law.learned = coefficients_from(json.at("learned"));
  law.covariance = matrix_from(json.at("covariance"), std::ssize(law.learned));
  law.doubted = coefficients_from(json.at("doubted"));
  law.doubt = matrix_from(json.at("doubt"), std::ssize(law.doubted));
  return law;
}

}  // namespace elto
