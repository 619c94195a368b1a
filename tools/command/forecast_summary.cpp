// SPDX-License-Identifier: Apache-2.0
#include "forecast_summary.hpp"

#include <cmath>

#include "elto/core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

std::string steps_text(Index steps) {
  return steps == 1 ? "1 step" : fmt::format("1 to {} steps", steps);
}

std::string error_sentence(const Backtest& tried) {
  const Index tested = tried.ahead.back();
  std::string sentence = fmt::format(
      "Tried from {} earlier rows, forecasts of {} were off by {:.3g} (root mean square), the last "
      "value by {:.3g}",
      tried.origins, steps_text(tested), root_mean_square(tried, tried.error),
      root_mean_square(tried, tried.last_value));
  if (tried.season_ago.size() > 0)
    sentence += fmt::format(", the value one season ({:.4g} steps) before by {:.3g}", tried.season,
                            root_mean_square(tried, tried.season_ago));
  return sentence + ".";
}

std::string band_sentence(const Backtest& tried, Index steps) {
  const double factor = tried.band_factor(steps);
  std::string sentence =
      fmt::format("Bands of 95 % held {:.0f} % of what was measured", 100.0 * share_held(tried));
  if (std::abs(std::log(factor)) > std::log(1.02))
    sentence +=
        fmt::format("; {} steps ahead they are taken {:.2f} times as wide for it", steps, factor);
  return sentence + ".";
}

/// NaN becomes null: JSON has no other word for it.
Json numbers(const Vector& values) {
  return std::vector<double>(values.begin(), values.end());
}

}  // namespace

std::vector<std::string> sentences_of(const std::string& name, const ForecastChoice& choice,
                                      Index steps) {
  const Backtest& tried = choice.backtest;
  const std::string family = choice.fit.family.empty() ? "constant" : choice.fit.family;
  if (tried.empty())
    return {
        fmt::format("{}: {}. There are too few rows to try forecasts on: nothing but the "
                    "model vouches for its bands.",
                    name, family)};
  std::vector<std::string> sentences = {
      fmt::format("{}: {}, the best of {} families by forecasts that were tried.", name, family,
                  choice.tried.size()),
      error_sentence(tried), band_sentence(tried, steps)};
  if (steps > tried.ahead.back() + tried.ahead.front() - 1)
    sentences.push_back(
        fmt::format("More than {} steps ahead could not be tried: the rows do not reach so far.",
                    tried.ahead.back()));
  return sentences;
}

Json to_json(const ForecastChoice& choice) {
  Json json = {{"family", choice.fit.family}};
  const Backtest& tried = choice.backtest;
  if (tried.empty()) return json;
  json["backtest"] = {{"origins", tried.origins},
                      {"rmse", root_mean_square(tried, tried.error)},
                      {"rmse_last_value", root_mean_square(tried, tried.last_value)}};
  Json& backtest = json["backtest"];
  if (tried.season_ago.size() > 0) {
    backtest["season"] = tried.season;
    backtest["rmse_season_ago"] = root_mean_square(tried, tried.season_ago);
  }
  backtest["held"] = share_held(tried);
  backtest["by_steps"] = {{"ahead", tried.ahead},
                          {"entries", numbers(tried.count)},
                          {"rmse", numbers(tried.error)},
                          {"rmse_last_value", numbers(tried.last_value)}};
  if (tried.season_ago.size() > 0)
    backtest["by_steps"]["rmse_season_ago"] = numbers(tried.season_ago);
  backtest["by_steps"]["held"] = numbers(tried.held);
  backtest["by_steps"]["band_factor"] = numbers(tried.factor);
  for (const TriedForecast& one : choice.tried)
    json["families"].push_back({{"family", one.family}, {"error", one.error}});
  return json;
}

}  // namespace elto::command
