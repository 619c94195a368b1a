// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_words.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "elto/core/text.hpp"
#include "elto/dynamics/spectral_density.hpp"
#include "elto/series/time_words.hpp"

#include "model/four_digits.hpp"

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

std::string describe(const ChannelModel& part, const TimeColumn& time,
                     const std::vector<std::string>& inputs) {
  if (part.family == kConstantFamily) return part.family;
  std::string words = describe(part.model.dynamics, part.step, time);
  for (std::size_t k = 0; k < part.effects.size(); ++k)
    words += concat(k == 0 ? "; " : ", ", describe_effect(part, k, time, inputs));
  return words;
}

Interval gain_interval(const ChannelModel& part, std::size_t effect) {
  constexpr double kOf95Percent = 1.959963984540054;
  const auto k = static_cast<Index>(effect);
  const double half = kOf95Percent * std::sqrt(part.gain_covariance(k, k));
  return {part.effects[effect].gain - half, part.effects[effect].gain + half};
}

std::string describe_effect(const ChannelModel& part, std::size_t effect, const TimeColumn& time,
                            const std::vector<std::string>& inputs) {
  const InputEffect& one = part.effects[effect];
  const auto [low, high] = gain_interval(part, effect);
  std::string words =
      concat(four_digits(one.gain), " times ", inputs[static_cast<std::size_t>(one.input)], " (",
             four_digits(low), " to ", four_digits(high), ")");
  if (one.lag > 0.0) words += concat(" with a lag of ", duration_words(one.lag, time));
  return words;
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
