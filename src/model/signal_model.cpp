// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_model.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

void validate(const SignalLaw& law, std::vector<char>& taken) {
  elto::validate(law.model);
  const Index D = law.dimension();
  require(law.model.channels() == D, "columns of a law", "one for each of its channels", D);
  require(law.offset.size() == D && law.offset.allFinite(), "offset of a law",
          "finite, one for each of its channels", law.offset.size());
  require(law.scale.size() == D && (law.scale.array() > 0.0).all() && law.scale.allFinite(),
          "scale of a law", "positive, one for each of its channels", law.scale.size());
  require(law.step > 0.0 && std::isfinite(law.step), "step of a law", "positive", law.step);
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
  }
  std::vector<char> taken(model.parts.size(), 0);
  for (const SignalLaw& law : model.laws) validate(law, taken);
}

Rows rows_of(const ChannelModel& part, const VectorView& times, const VectorView& values) {
  return {.times = in_steps(times, part.step),
          .values = (values.array() - part.offset) / part.scale};
}

Rows rows_of(const SignalLaw& law, const VectorView& times, const MatrixView& values) {
  Rows rows{.times = in_steps(times, law.step), .values = Matrix(values.rows(), law.dimension())};
  for (Index d = 0; d < law.dimension(); ++d)
    rows.values.col(d) =
        (values.col(law.columns[static_cast<std::size_t>(d)]).array() - law.offset[d]) /
        law.scale[d];
  return rows;
}

}  // namespace elto
