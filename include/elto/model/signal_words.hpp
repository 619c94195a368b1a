// SPDX-License-Identifier: Apache-2.0
// What a model of a channel says, for people: what its signal is made of, with periods in the
// user's unit of time, and what it can tell from noise.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// "trend, cycle of about 11.1 years and season of 1 day (3 harmonics); 2.1 times heat (2 to 2.2)";
/// with the names of the model's inputs.
std::string describe(const ChannelModel& part, const TimeColumn& time,
                     const std::vector<std::string>& inputs = {});
/// `step`: of the components' own unit of time, in that of the time column.
std::string describe(const Components& dynamics, double step, const TimeColumn& time);

/// That holds the gain of an effect with a probability of 95 %.
struct Interval {
  double low, high;
};
Interval gain_interval(const ChannelModel& part, std::size_t effect);
/// "2.1 times heat (2 to 2.2) with a lag of 8 s"
std::string describe_effect(const ChannelModel& part, std::size_t effect, const TimeColumn& time,
                            const std::vector<std::string>& inputs);

/// What its noise and its movement can be told by.
struct SignalTraits {
  double noise_evidence = 0.0;  ///< as in the model
  /// Period of the fastest movement of which a smoother keeps half, in the unit of time; a faster
  /// one is taken for noise (dynamics/spectral_density.hpp). NaN: none is too fast.
  double shortest_period = std::numeric_limits<double>::quiet_NaN();
  bool has_season = false;  ///< which is followed however fast
};
/// `length`: of time that the rows span; what is slower is no movement that they could show.
SignalTraits traits_of(const ChannelModel& part, double length);

}  // namespace elto
