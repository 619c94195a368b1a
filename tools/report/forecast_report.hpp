// SPDX-License-Identifier: Apache-2.0
// A forecast as one HTML file: what is said about it, each channel with its last rows, and how good
// such forecasts were where the answer is known. The file needs nothing beside it and no network.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/choose_for_forecast.hpp"
#include "elto/series/series.hpp"

#include "report/report.hpp"

namespace elto {

struct ForecastChannel {
  std::string name = {};
  std::string family = {};  ///< in words; empty: not of the engine
  Vector mean = {};         ///< of the rows ahead
  Vector half = {};         ///< half width of the band around it
  Backtest backtest = {};
  std::vector<TriedForecast> tried = {};
};

/// The rows known are referred to, not copied: they must outlive the report.
struct ForecastReport {
  const Series& known;
  TimeColumn ahead = {};  ///< times of the forecast; empty: the rows have none
  double level = 0.95;    ///< of the bands
  std::vector<ForecastChannel> channels = {};
  std::string title = {}, subtitle = {};
  std::vector<std::string> sentences = {};  ///< the first is shown largest
  std::vector<CardSection> card = {};
};
/// Throws InvalidArgument unless all parts are about the same channels and rows.
void validate(const ForecastReport& report);

std::string to_html(const ForecastReport& report);

}  // namespace elto
