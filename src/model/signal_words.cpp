// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_words.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "elto/core/text.hpp"
#include "elto/dynamics/spectral_density.hpp"
#include "elto/series/time_words.hpp"

namespace elto {
namespace {

std::string words_of(const IntegratedWiener& part, double, const TimeColumn&) {
  return part.order == 1 ? "level" : part.order == 2 ? "trend" : "curve (trend of a trend)";
}

std::string words_of(const Cycle& part, double step, const TimeColumn& time) {
  const std::string period = duration_words(step * part.period, time);
  std::string words = concat(part.decay > 0.0 ? "cycle of about " : "season of ", period);
  if (part.harmonics > 1) words += concat(" (", part.harmonics, " harmonics)");
  return words;
}

std::string words_of(const Matern& part, double step, const TimeColumn& time) {
  return concat("movement that forgets within ", duration_words(step * part.length, time));
}

}  // namespace

std::string describe(const Components& dynamics, double step, const TimeColumn& time) {
  std::string list;
  const std::size_t count = dynamics.parts().size();
  for (std::size_t i = 0; i < count; ++i)
    list += concat(i == 0           ? ""
                   : i + 1 == count ? " and "
                                    : ", ",
                   std::visit([&](const auto& part) { return words_of(part, step, time); },
                              dynamics.parts()[i]));
  return list;
}

std::string describe(const ChannelModel& part, const TimeColumn& time) {
  if (part.family == kConstantFamily) return part.family;
  return describe(part.model.dynamics, part.step, time);
}

SignalTraits traits_of(const ChannelModel& part, double length) {
  SignalTraits traits{.noise_evidence = part.noise_evidence};
  const Components& dynamics = part.model.dynamics;
  traits.has_season = std::ranges::any_of(dynamics.parts(), is_season);
  constexpr double kNyquist = 2.0;
  const double steps = std::max(length / part.step, kNyquist),
               period = shortest_period_kept(dynamics, part.model.noise[0], steps);
  if (period > kNyquist) traits.shortest_period = part.step * period;
  return traits;
}

}  // namespace elto
