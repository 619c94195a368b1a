// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <chrono>
#include <cstdio>

#include "elto/version.hpp"

#include "output_file.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

const char* word(BandVerdict verdict) {
  switch (verdict) {
    case BandVerdict::honest:
      return "honest";
    case BandVerdict::too_narrow:
      return "too narrow";
    case BandVerdict::too_wide:
      return "too wide";
    case BandVerdict::unknown:
      break;
  }
  return "unknown";
}

// NaN becomes null: JSON has no other word for it.
Json whiteness_json(const Whiteness& white) {
  return {{"lags", white.lags},
          {"statistic", white.statistic},
          {"p_value", white.p_value},
          {"strongest_lag", white.strongest_lag},
          {"correlation", white.correlation}};
}

Json skill_json(const Skill& skill) {
  return {{"ratio", skill.ratio}, {"margin", skill.margin}};
}

Json consistency_json(const Consistency& consistency) {
  const auto& [noise_level, error, removed, nis, band_factor, coverage, bands, white, last_row,
               trend] = consistency;
  return {{"noise_level", noise_level},
          {"error", error},
          {"removed", removed},
          {"nis", {{"mean", nis.mean}, {"lower", nis.lower}, {"upper", nis.upper}}},
          {"band_factor", band_factor},
          {"coverage", {{"50", coverage.of_50}, {"90", coverage.of_90}, {"95", coverage.of_95}}},
          {"bands", word(bands)},
          {"whiteness", whiteness_json(white)},
          {"against_last_row", skill_json(last_row)},
          {"against_trend", skill_json(trend)}};
}

}  // namespace

void print_summary(const Json& object, const std::vector<std::string>& lines,
                   const CommonOptions& common, bool data_on_stdout) {
  if (common.json) {
    write_text("-", json_text(object), common);
    return;
  }
  if (common.quiet) return;
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\n");
  if (data_on_stdout)
    std::fputs(text.c_str(), stderr);
  else
    write_text("-", text, common);
}

CardSection run_card() {
  const std::string made = fmt::format(
      "{:%Y-%m-%d %H:%M} UTC",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  return {"Run", {{"elto", std::string(version)}, {"made", made}}};
}

std::string json_text(const Json& object) {
  // A path need not be UTF-8, JSON has to be.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void require_one_writer(const CommonOptions& common, const std::string& output) {
  if (common.json && output == "-")
    throw UsageError("--json and the data both go to standard output; name a file with -o");
}

Json to_json(const Diagnostics& diagnostics, const std::vector<std::string>& names) {
  Json channels = Json::object();
  for (std::size_t i = 0; i < diagnostics.channels.size(); ++i)
    channels[names[i]] = consistency_json(diagnostics.channels[i]);
  Json object = {{"judged_rows", diagnostics.judged_rows},
                 {"overall", consistency_json(diagnostics.overall)},
                 {"channels", channels}};
  if (const auto& gate = diagnostics.gate)
    object["outliers"] = {{"rejected", gate->rejected}, {"reopened", gate->reopened}};
  return object;
}

}  // namespace elto::command
