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
    case BandVerdict::doubtful:
      return "doubtful";
    case BandVerdict::unknown:
      break;
  }
  return "unknown";
}

const char* word(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::measured:
      return "measured";
    case NoiseKind::constant:
      return "constant";
    case NoiseKind::hardly_any:
      return "hardly any";
    case NoiseKind::independent:
      return "independent rows";
    case NoiseKind::ambiguous:
      return "noise or movement";
    case NoiseKind::unknown:
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

Json consistency_json(const Consistency& c) {
  Json json = {
      {"noise_level", c.noise_level},
      {"error", c.error},
      {"removed", c.removed},
      {"nis", {{"mean", c.nis.mean}, {"lower", c.nis.lower}, {"upper", c.nis.upper}}},
      {"band_factor", c.band_factor},
      {"coverage", {{"50", c.coverage.of_50}, {"90", c.coverage.of_90}, {"95", c.coverage.of_95}}},
      {"bands", word(c.bands)},
      {"whiteness", whiteness_json(c.whiteness)},
      {"against_last_row", skill_json(c.against_last_row)},
      {"against_trend", skill_json(c.against_trend)}};
  if (c.set_aside.any())
    json["set_aside"] = {{"outliers", c.set_aside.outliers},
                         {"jumps", c.set_aside.jumps},
                         {"stuck", c.set_aside.stuck},
                         {"stuck_stretches", c.set_aside.stuck_stretches}};
  return json;
}

/// What is said of a channel, and not of all together.
Json channel_json(const Consistency& c) {
  Json json = consistency_json(c);
  json["noise"] = word(c.noise);
  // NaN and infinity become null: every movement is followed, or none.
  json["shortest_period"] = c.traits.shortest_period;
  return json;
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
    channels[names[i]] = channel_json(diagnostics.channels[i]);
  Json object = {{"judged_rows", diagnostics.judged_rows},
                 {"overall", consistency_json(diagnostics.overall)},
                 {"channels", channels}};
  if (const auto& gate = diagnostics.gate)
    object["outliers"] = {{"rejected", gate->rejected}, {"reopened", gate->reopened}};
  return object;
}

Json to_json(const Verdict& verdict, const std::vector<std::string>& names) {
  Json findings = Json::array();
  for (const Finding& finding : verdict.findings) {
    Json about = Json::array();
    for (const Index channel : finding.channels)
      about.push_back(names[static_cast<std::size_t>(channel)]);
    findings.push_back({{"weight", name_of(finding.weight)},
                        {"title", finding.title},
                        {"sentence", finding.sentence},
                        {"channels", finding.channels.empty() ? Json(names) : about}});
  }
  return findings;
}

}  // namespace elto::command
