// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

/// What inputs do to it.
void validate(const ChannelModel& part, Index inputs) {
  std::vector<char> taken(static_cast<std::size_t>(inputs), 0);
  for (const InputEffect& effect : part.effects) {
    require(effect.input >= 0 && effect.input < inputs, "input", "one of the model", effect.input);
    char& own = taken[static_cast<std::size_t>(effect.input)];
    require(own == 0, "input", "of one effect on a channel", effect.input);
    own = 1;
    require(std::isfinite(effect.gain), "gain", "finite", effect.gain);
    require(std::isfinite(effect.centre), "centre", "finite", effect.centre);
    require(effect.lag >= 0.0 && std::isfinite(effect.lag), "lag", "at least 0", effect.lag);
  }
  const Index K = std::ssize(part.effects);
  require(part.gain_covariance.rows() == K && part.gain_covariance.cols() == K &&
              part.gain_covariance.allFinite(),
          "gain_covariance", "finite numbers for all effects", part.gain_covariance.rows());
}

void validate(const SignalLaw& law, std::vector<char>& taken, Index inputs) {
  elto::validate(law.model);
  const Index D = law.dimension();
  require(law.model.channels() == D, "columns of a law", "one for each of its channels", D);
  require(law.offset.size() == D && law.offset.allFinite(), "offset of a law",
          "finite, one for each of its channels", law.offset.size());
  require(law.scale.size() == D && (law.scale.array() > 0.0).all() && law.scale.allFinite(),
          "scale of a law", "positive, one for each of its channels", law.scale.size());
  require(law.step > 0.0 && std::isfinite(law.step), "step of a law", "positive", law.step);
  const Index U = std::ssize(law.inputs);
  require(law.model.law.inputs == U && law.input_offset.size() == U &&
              law.input_scale.size() == U && law.input_offset.allFinite() &&
              law.input_scale.allFinite() && (law.input_scale.array() > 0.0).all(),
          "inputs of a law", "with an offset and a positive scale each", U);
  for (const Index input : law.inputs)
    require(input >= 0 && input < inputs, "input of a law", "one of the model", input);
  for (const Index column : law.columns) {
    require(column >= 0 && column < std::ssize(taken), "column of a law", "one of the series",
            column);
    char& own = taken[static_cast<std::size_t>(column)];
    require(own == 0, "column of a law", "of no other law", column);
    own = 1;
  }
  const auto check = [&](const std::vector<LawCoefficient>& coefficients, const Matrix& squares) {
    for (const auto [term, channel] : coefficients) {
      require(term >= 0 && term < law.model.law.terms.count(), "term", "one of the law", term);
      require(channel >= 0 && channel < D, "channel of a term", "one of the law", channel);
    }
    const Index K = std::ssize(coefficients);
    require(squares.rows() == K && squares.cols() == K && squares.allFinite(),
            "covariance of a law", "finite numbers for all coefficients", squares.rows());
  };
  check(law.learned, law.covariance);
  check(law.doubted, law.doubt);
}

}  // namespace

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
    validate(part, std::ssize(model.inputs));
  }
  std::vector<char> taken(model.parts.size(), 0);
  for (const SignalLaw& law : model.laws) validate(law, taken, std::ssize(model.inputs));
}

Rows rows_of(const ChannelModel& part, const VectorView& times, const VectorView& values) {
  return {.times = in_steps(times, part.step),
          .values = (values.array() - part.offset) / part.scale};
}

Vector inputs_of(const SignalLaw& law, const RowView& inputs) {
  return (inputs(law.inputs).transpose() - law.input_offset).cwiseQuotient(law.input_scale);
}

Rows rows_of(const SignalLaw& law, const VectorView& times, const MatrixView& values,
             const MatrixView& inputs) {
  Rows rows{.times = in_steps(times, law.step), .values = Matrix(values.rows(), law.dimension())};
  for (Index d = 0; d < law.dimension(); ++d)
    rows.values.col(d) =
        (values.col(law.columns[static_cast<std::size_t>(d)]).array() - law.offset[d]) /
        law.scale[d];
  if (law.inputs.empty()) return rows;
  rows.inputs.resize(values.rows(), std::ssize(law.inputs));
  for (Index t = 0; t < values.rows(); ++t)
    rows.inputs.row(t) = inputs_of(law, inputs.row(t)).transpose();
  return rows;
}

}  // namespace elto
