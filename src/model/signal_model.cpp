// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

namespace elto {

void validate(const SignalModel& model) {
  require(!model.parts.empty(), "channels", "at least 1", 0);
  require(model.channels.empty() || std::ssize(model.channels) == model.dimension(), "channels",
          concat(model.dimension(), " names"), model.channels.size());
  for (const ChannelModel& part : model.parts) {
    require(part.scale > 0.0 && std::isfinite(part.scale), "scale", "positive", part.scale);
    require(part.step > 0.0 && std::isfinite(part.step), "step", "positive", part.step);
    require(std::isfinite(part.offset), "offset", "finite", part.offset);
    require(part.model.channels() == 1, "channels of a part", "1", part.model.channels());
    require(part.model.noise[0] > 0.0 && std::isfinite(part.model.noise[0]), "noise", "positive",
            part.model.noise[0]);
    const Index parameters = part.model.logs().size();
    require(part.uncertainty.size() == 0 ||
                (part.uncertainty.rows() == parameters && part.uncertainty.cols() == parameters &&
                 part.uncertainty.allFinite()),
            "uncertainty", concat("none, or finite numbers for all of ", parameters, " parameters"),
            part.uncertainty.rows());
  }
}

Rows rows_of(const ChannelModel& part, const VectorView& times, const VectorView& values) {
  return {.times = in_steps(times, part.step),
          .values = (values.array() - part.offset) / part.scale};
}

}  // namespace elto
