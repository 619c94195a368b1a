// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "elto/core/text.hpp"
#include "elto/diagnostics/calibration.hpp"
#include "elto/diagnostics/diagnose.hpp"

namespace elto {
namespace {

/// 0.30, 2.3, 120: two significant digits, without an exponent where people would write none.
std::string two_digits(double value) {
  std::array<char, 32> buffer{};
  char *const begin = buffer.data(), *const end = begin + buffer.size();
  char* const written = std::to_chars(begin, end, value, std::chars_format::scientific, 1).ptr;
  double rounded = 0.0;
  std::from_chars(begin, written, rounded);
  const double size = std::abs(rounded);
  if (size == 0.0) return "0";
  if (size < 1e-4 || size >= 1e6) return {begin, written};
  const auto exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  const int decimals = std::max(1 - exponent, 0);
  return {begin, std::to_chars(begin, end, rounded, std::chars_format::fixed, decimals).ptr};
}

std::string percent(double share) {
  return concat(std::lround(100.0 * share), "%");
}

std::string name_of(const Series& series, std::size_t channel) {
  return series.channels.empty() ? concat("column ", channel) : series.channels[channel];
}

/// The channel of which most noise remains; one of unknown noise is none.
std::size_t noisiest(const std::vector<Consistency>& channels) {
  const auto remaining = [](const Consistency& c) {
    return c.noise_level > 0.0 && !std::isnan(c.removed) ? 1.0 - c.removed : -1.0;
  };
  return static_cast<std::size_t>(std::ranges::max_element(channels, {}, remaining) -
                                  channels.begin());
}

/// The channel with the least honest bands; one without a verdict is none.
std::size_t least_honest(const std::vector<Consistency>& channels) {
  const auto distance = [](const Consistency& c) {
    const bool judged = c.bands == BandVerdict::too_narrow || c.bands == BandVerdict::too_wide;
    return judged ? std::abs(std::log(c.nis.mean)) : -1.0;
  };
  return static_cast<std::size_t>(std::ranges::max_element(channels, {}, distance) -
                                  channels.begin());
}

std::string about_noise(const Series& series, const Diagnostics& diagnostics) {
  const std::size_t worst = noisiest(diagnostics.channels);
  const Consistency& c = diagnostics.channels[worst];
  if (!(c.noise_level > 0.0))
    return "No noise was found in the raw values: there is none to remove.";
  const bool several = diagnostics.channels.size() > 1;
  const std::string errors = concat(
      ": a cleaned value ", several ? "of " + name_of(series, worst) + " " : "", "is off by about ",
      two_digits(c.error), ", a raw one by ", two_digits(c.noise_level), ".");
  if (std::lround(100.0 * diagnostics.overall.removed) == 0)
    return concat("No noise was removed", errors);
  return concat("About ", percent(diagnostics.overall.removed), " of the noise was removed",
                several ? ", least from " + name_of(series, worst) : "", errors);
}

std::string about_bands(const Series& series, const Diagnostics& diagnostics) {
  const std::size_t worst = least_honest(diagnostics.channels);
  const Consistency& c = diagnostics.channels[worst];
  if (c.bands == BandVerdict::honest || c.bands == BandVerdict::unknown) {
    const std::string finding =
        concat(percent(diagnostics.overall.coverage.of_95),
               diagnostics.by_left_out
                   ? " of the values fell within the 95% bounds that all others put around them"
                   : " of new values fell within their 95% bounds");
    // New values are mostly noise where the bands are small, and say little about the bands.
    if (diagnostics.overall.band_factor > 1.15)
      return concat(finding, ", but the error bars of cleaned values look too narrow by a factor ",
                    two_digits(diagnostics.overall.band_factor), ": multiply them by it.");
    return concat("The error bars are honest: ", finding, ".");
  }
  const bool narrow = c.bands == BandVerdict::too_narrow;
  const std::string finding = concat(
      "The error bars", diagnostics.channels.size() > 1 ? " of " + name_of(series, worst) : "",
      narrow ? " are too narrow" : " are too wide");
  const std::string reason =
      concat(diagnostics.by_left_out ? "values missed what all others say of them by "
                                     : "new values missed their predictions by ",
             two_digits(std::sqrt(c.nis.mean)), " times what was expected");
  // Where the noise is far larger than the bands, no factor on the bands mends what was missed.
  if (narrow ? c.band_factor > 1.05 : c.band_factor < 0.95)
    return concat(finding, " by a factor ",
                  two_digits(narrow ? c.band_factor : 1.0 / c.band_factor), ": ", reason,
                  ". Multiply the error bars by ", two_digits(c.band_factor), ".");
  return concat(finding, ": ", reason, ", and ", percent(c.coverage.of_95),
                " of them fell within their 95% bounds.");
}

/// Nothing if predictions err without a pattern.
std::vector<std::string> about_pattern(const Series& series, const Diagnostics& diagnostics) {
  if (!diagnostics.overall.whiteness.has_pattern()) return {};
  const auto p_value = [](const Consistency& c) {
    return c.whiteness.lags > 0 ? c.whiteness.p_value : 2.0;
  };
  const auto worst = std::ranges::min_element(diagnostics.channels, {}, p_value);
  const Whiteness& white = worst->whiteness;
  const std::string whose =
      diagnostics.channels.size() > 1
          ? " of " + name_of(series, static_cast<std::size_t>(worst - diagnostics.channels.begin()))
          : "";
  const std::string apart =
      white.strongest_lag == 1 ? "one row" : concat(white.strongest_lag, " rows");
  return {concat("Prediction errors", whose, " ", apart, " apart are correlated by ",
                 two_digits(white.correlation),
                 ": the model misses something in how the series moves, or the noise itself is "
                 "correlated.")};
}

std::string compared(const Skill& skill) {
  return skill.is_better() ? "better than" : skill.is_worse() ? "worse than" : "about as well as";
}

/// Nothing if it is unknown.
std::vector<std::string> about_skill(const Diagnostics& diagnostics) {
  const Skill &last = diagnostics.overall.against_last_row,
              &trend = diagnostics.overall.against_trend;
  if (std::isnan(last.ratio) || std::isnan(trend.ratio)) return {};
  std::string sentence =
      concat("One row ahead it predicts ", compared(last), " the last row again (",
             two_digits(last.ratio), " times its squared error, noise included) and ",
             compared(trend), " a tuned trend filter (", two_digits(trend.ratio), ").");
  if (last.is_worse() || trend.is_worse())
    sentence += " The model does not suit this series: learn it anew, or from more rows.";
  return {sentence};
}

/// Nothing if no value was passed over.
std::vector<std::string> about_outliers(const Series& series, const Diagnostics& diagnostics) {
  const GateCounts gate = diagnostics.gate.value_or(GateCounts{});
  if (gate.rejected == 0) return {};
  std::string sentence = concat(gate.rejected, " of ", (!series.values.array().isNaN()).count(),
                                gate.rejected == 1 ? " values was passed over as an outlier."
                                                   : " values were passed over as outliers.");
  if (gate.reopened > 0)
    sentence += concat(" In ", gate.reopened, gate.reopened == 1 ? " case" : " cases",
                       " the values after them lay as far off, and were believed.");
  return {sentence};
}

/// Nothing if nothing was.
std::vector<std::string> about_set_aside(const SetAside& aside) {
  std::string list;
  const auto add = [&](Index count, std::string_view one, std::string_view many) {
    if (count > 0)
      list.append(list.empty() ? "" : ", ").append(concat(count, " ", count == 1 ? one : many));
  };
  add(aside.outliers, "outlier was set aside", "outliers were set aside");
  add(aside.stuck, "value of a stuck sensor was not believed",
      "values of a stuck sensor were not believed");
  add(aside.jumps, "jump of a level was followed", "jumps of a level were followed");
  if (list.empty()) return {};
  return {concat("In hindsight ", list, ".")};
}

}  // namespace

std::vector<std::string> verdict(const Series& series, const Diagnostics& diagnostics) {
  if (diagnostics.judged_rows < fewest_judged_values)
    return {
        concat("Only ", diagnostics.judged_rows, " rows could be compared with their prediction; ",
               fewest_judged_values, " are needed to judge the result."),
        "Its error bars are those of the model, unchecked."};
  if (diagnostics.overall.bands == BandVerdict::unknown)
    return {"The noise could not be measured: there are too few rows without a gap, or it is zero.",
            "The error bars are those of the model, unchecked."};
  std::vector<std::string> sentences = {about_noise(series, diagnostics),
                                        about_bands(series, diagnostics)};
  for (const auto& more :
       {about_pattern(series, diagnostics), about_skill(diagnostics),
        about_outliers(series, diagnostics), about_set_aside(diagnostics.set_aside)})
    sentences.insert(sentences.end(), more.begin(), more.end());
  sentences.emplace_back(
      "These figures are estimated from the noisy values alone, without the truth.");
  return sentences;
}

}  // namespace elto
