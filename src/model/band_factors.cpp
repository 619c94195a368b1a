// SPDX-License-Identifier: Apache-2.0
#include "elto/model/band_factors.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>

namespace elto {

BandFactors::BandFactors(Index channels)
    : filter(RowVector::Ones(channels)),
      lag(filter),
      smoother(filter),
      forecast(Matrix::Ones(std::ssize(forecast_horizons), channels)) {}

double BandFactors::unseen_for(Index rows, Index channel) const {
  double from = 1.0, factor = filter[channel];
  const auto ahead = static_cast<double>(rows);
  if (ahead <= from) return factor;
  for (std::size_t i = 0; i < forecast_horizons.size(); ++i) {
    const auto to = static_cast<double>(forecast_horizons[i]);
    const double next = forecast(static_cast<Index>(i), channel);
    if (ahead < to)
      return factor * std::pow(next / factor, std::log(ahead / from) / std::log(to / from));
    from = to;
    factor = next;
  }
  return factor;
}

}  // namespace elto
