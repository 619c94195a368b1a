// SPDX-License-Identifier: Apache-2.0
// What there is to say about a forecast: by which family, how far off such forecasts were where the
// answer is known, and what their bands held there.
#pragma once

#include <string>
#include <vector>

#include "elto/learn/choose_for_forecast.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

/// Of one channel that is forecast so many steps ahead.
std::vector<std::string> sentences_of(const std::string& name, const ForecastChoice& choice,
                                      Index steps);

/// Family, origins, and the errors by steps ahead.
nlohmann::ordered_json to_json(const ForecastChoice& choice);

}  // namespace elto::command
