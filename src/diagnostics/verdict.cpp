// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/verdict.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/diagnostics/calibration.hpp"
#include "elto/series/time_words.hpp"

namespace elto {
namespace {

using Channels = std::vector<Index>;

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

std::string counted(Index count, std::string_view one, std::string_view many) {
  return concat(count, " ", count == 1 ? one : many);
}

/// The sentences about one series, each about the channels that it holds for.
class Sentences {
 public:
  Sentences(const Series& series, const Diagnostics& diagnostics)
      : series_(series), diagnostics_(diagnostics), channels_(diagnostics.channels) {}

  Verdict all() {
    about_what_cannot_be_judged();
    about_noise();
    about_time_scale();
    about_bands();
    about_pattern();
    about_skill();
    about_gate();
    about_set_aside();
    const bool judged = std::ranges::any_of(channels_, [](const Consistency& c) {
      return c.noise != NoiseKind::constant && c.noise != NoiseKind::unknown;
    });
    if (judged)
      add(Weight::remark, "Without the truth",
          "These figures are estimated from the noisy values alone, without the truth.");
    return std::move(verdict_);
  }

 private:
  void add(Weight weight, std::string title, std::string sentence, Channels about = {}) {
    if (std::ssize(about) == std::ssize(channels_)) about.clear();
    verdict_.findings.push_back({weight, std::move(title), std::move(sentence), std::move(about)});
  }

  const Consistency& of(Index channel) const {
    return channels_[static_cast<std::size_t>(channel)];
  }

  template <class Condition>
  Channels those(Condition condition) const {
    Channels found;
    for (Index j = 0; j < std::ssize(channels_); ++j)
      if (condition(of(j))) found.push_back(j);
    return found;
  }
  Channels of_kind(NoiseKind kind) const {
    return those([&](const Consistency& c) { return c.noise == kind; });
  }

  template <class Figure>
  Index most(const Channels& channels, Figure figure) const {
    return *std::ranges::max_element(channels, {}, [&](Index j) { return figure(of(j)); });
  }

  bool several() const { return channels_.size() > 1; }

  std::string name(Index channel) const {
    return series_.channels.empty() ? concat("y", channel)
                                    : series_.channels[static_cast<std::size_t>(channel)];
  }

  /// "x", "x and y", "x, y and 5 others"
  std::string names(const Channels& channels) const {
    constexpr std::size_t kNamed = 3;
    std::string list;
    const std::size_t shown = channels.size() <= kNamed ? channels.size() : kNamed - 1;
    for (std::size_t i = 0; i < shown; ++i)
      list += concat(i == 0 ? "" : i + 1 == channels.size() ? " and " : ", ", name(channels[i]));
    if (shown < channels.size()) list += concat(" and ", channels.size() - shown, " others");
    return list;
  }

  /// " of x and y"; nothing where there is but one channel.
  std::string whose(const Channels& channels) const {
    return several() ? concat(" of ", names(channels)) : "";
  }

  void about_what_cannot_be_judged();
  void about_noise();
  void about_removed(const Channels& measured);
  void about_time_scale();
  void about_bands();
  void about_narrow_bands(const Channels& narrow);
  void about_wide_bands(const Channels& wide);
  void about_pattern();
  void about_skill();
  void about_gate();
  void about_set_aside();

  std::string missed(const Consistency& c) const {
    return concat(diagnostics_.by_left_out ? "values missed what all others say of them by "
                                           : "new values missed their predictions by ",
                  two_digits(std::sqrt(c.nis.mean)), " times what was expected");
  }
  std::string within_95(const Consistency& c) const {
    return concat(percent(c.coverage.of_95),
                  diagnostics_.by_left_out
                      ? " of the values fell within the 95% bounds that all others put around them"
                      : " of new values fell within their 95% bounds");
  }

  const Series& series_;
  const Diagnostics& diagnostics_;
  const std::vector<Consistency>& channels_;
  Verdict verdict_ = {};
};

void Sentences::about_what_cannot_be_judged() {
  const Channels unknown = of_kind(NoiseKind::unknown);
  const auto is_few = [](const Consistency& c) { return c.judged < fewest_judged_values; };
  const Channels few =
      those([&](const Consistency& c) { return c.noise == NoiseKind::unknown && is_few(c); });
  constexpr std::string_view kUnchecked = " The error bars are those of the model, unchecked.";
  if (!few.empty()) {
    const Index judged = of(most(few, [](const Consistency& c) { return c.judged; })).judged;
    add(Weight::doubt, "Too few rows",
        concat("Only ", counted(judged, "row", "rows"), whose(few),
               " could be compared with what the others say of it; ", fewest_judged_values,
               " are needed to judge the result.", kUnchecked),
        few);
  }
  const Channels unmeasured =
      those([&](const Consistency& c) { return c.noise == NoiseKind::unknown && !is_few(c); });
  if (!unmeasured.empty())
    add(Weight::doubt, "Noise not measured",
        concat("The noise", whose(unmeasured),
               " could not be measured: there are too few rows without a gap, or it is zero.",
               kUnchecked),
        unmeasured);
}

void Sentences::about_removed(const Channels& measured) {
  // The channel of which most noise remains stands for all.
  const Index least = most(measured, [](const Consistency& c) { return -c.removed; });
  const Consistency& c = of(least);
  const bool differ =
      percent(c.removed) !=
      percent(of(most(measured, [](const Consistency& one) { return one.removed; })).removed);
  const std::string errors = concat(
      ": a cleaned value ", several() ? concat("of ", name(least), " ") : "", "is off by about ",
      two_digits(c.error), ", a raw one by ", two_digits(c.noise_level), ".");
  const double removed = diagnostics_.overall.removed;
  const std::string noise =
      concat("noise", measured.size() < channels_.size() ? whose(measured) : "");
  if (std::lround(100.0 * removed) == 0)
    add(Weight::remark, "No noise removed", concat("No ", noise, " was removed", errors), measured);
  else
    add(Weight::remark, "Noise removed",
        concat("About ", percent(removed), " of the ", noise, " was removed (in root mean square)",
               differ ? ", least from " + name(least) : "", errors),
        measured);
}

void Sentences::about_noise() {
  if (const Channels measured = of_kind(NoiseKind::measured); !measured.empty())
    about_removed(measured);
  if (const Channels none = of_kind(NoiseKind::hardly_any); !none.empty()) {
    const Index most_noise =
        most(none, [](const Consistency& c) { return c.noise_level / c.spread; });
    const Consistency& c = of(most_noise);
    const double share = 100.0 * c.noise_level / c.spread;
    add(Weight::remark, "Hardly any noise",
        share > 0.0 ? concat("Hardly any noise", several() ? " in " + names(none) : "", ": it is ",
                             none.size() > 1 ? "at most " : "", two_digits(share),
                             "% of how far the values spread, and raw values are as good as "
                             "cleaned ones.")
                    : concat("No noise was found in the raw values", whose(none),
                             ": there is none to remove."),
        none);
  }
  if (const Channels constant = of_kind(NoiseKind::constant); !constant.empty())
    add(Weight::remark, "Never changes",
        concat(several() ? names(constant) : "The series",
               constant.size() > 1 ? " never change: there is" : " never changes: there is",
               " nothing to clean."),
        constant);
  if (const Channels independent = of_kind(NoiseKind::independent); !independent.empty())
    add(Weight::doubt, "Rows look independent",
        concat("Rows", whose(independent),
               " look independent: nothing but noise around a level, or a signal that cannot be "
               "told from it. What moves in the cleaned values may be chance."),
        independent);
  if (const Channels ambiguous = of_kind(NoiseKind::ambiguous); !ambiguous.empty()) {
    const Index widest = most(ambiguous, [](const Consistency& c) { return c.changed / c.spread; });
    const std::string changes = concat(two_digits(of(widest).changed), " in root mean square",
                                       ambiguous.size() > 1 ? concat(" in ", name(widest)) : "");
    add(Weight::doubt, "Noise or movement",
        concat("Noise", whose(ambiguous),
               " cannot be told from movement: the values are almost as likely without any. What "
               "was taken away (",
               changes, ") may have been movement; the error bars hold only if it was noise."),
        ambiguous);
  }
}

void Sentences::about_time_scale() {
  const Channels limited = those([](const Consistency& c) {
    return c.noise == NoiseKind::measured && !std::isnan(c.traits.shortest_period);
  });
  if (limited.empty()) return;
  const auto period = [](const Consistency& c) { return c.traits.shortest_period; };
  constexpr double kAlike = 1.5;
  const double longest = period(of(most(limited, period)));
  const double shortest =
      period(of(most(limited, [&](const Consistency& c) { return -period(c); })));
  const bool seasons =
      std::ranges::any_of(limited, [&](Index j) { return of(j).traits.has_season; });
  const auto words = [&](double length) {
    return std::isinf(length) ? std::string("the length of the series")
                              : duration_words(length, series_.time);
  };
  add(Weight::remark, "Time scale",
      concat(seasons ? "Seasons apart, no" : "No",
             " movement is followed that has a period of less than ",
             std::isinf(shortest) ? "" : "about ", words(shortest),
             longest < kAlike * shortest ? "" : concat(" to ", words(longest), ", by channel"),
             ": what is faster was taken for noise."),
      limited);
}

void Sentences::about_narrow_bands(const Channels& narrow) {
  const Index worst = most(
      narrow, [](const Consistency& c) { return std::max(std::sqrt(c.nis.mean), c.band_factor); });
  const Consistency& c = of(worst);
  std::string sentence = concat("The error bars", whose(narrow), " are too narrow");
  const std::string most_of = narrow.size() > 1 ? concat(", most those of ", name(worst)) : "";
  // Where the noise is far larger than the bands, no factor on the bands mends what was missed.
  const bool factor_helps = c.band_factor > 1.05;
  if (factor_helps)
    sentence += concat(most_of, " by a factor ", two_digits(c.band_factor));
  else
    sentence += most_of;
  // New values are mostly noise where the bands are small, and then say little about the bands.
  if (c.nis.mean > 1.0 && std::sqrt(c.nis.mean) > 1.05)
    sentence += concat(": ", missed(c));
  else
    sentence += concat(": ", within_95(c), ", but cleaned values are further off than they claim");
  if (factor_helps)
    sentence += concat(". Multiply the error bars by ", two_digits(c.band_factor), ".");
  else
    sentence +=
        concat(", and ", percent(c.coverage.of_95), " of them fell within their 95% bounds.");
  add(Weight::warning, "Error bars too narrow", sentence, narrow);
}

void Sentences::about_wide_bands(const Channels& wide) {
  const Index worst = most(wide, [](const Consistency& c) { return -c.nis.mean; });
  const Consistency& c = of(worst);
  const std::string most_of = wide.size() > 1 ? concat(", most those of ", name(worst)) : "";
  const std::string finding = concat("The error bars", whose(wide), " are too wide", most_of);
  add(Weight::doubt, "Error bars too wide",
      c.band_factor < 0.95
          ? concat(finding, " by a factor ", two_digits(1.0 / c.band_factor), ": ", missed(c),
                   ". Multiply the error bars by ", two_digits(c.band_factor), ".")
          : concat(finding, ": ", missed(c), ", and ", percent(c.coverage.of_95),
                   " of them fell within their 95% bounds."),
      wide);
}

void Sentences::about_bands() {
  const auto with = [&](BandVerdict bands) {
    return those([&](const Consistency& c) { return c.bands == bands; });
  };
  const Channels honest = with(BandVerdict::honest), narrow = with(BandVerdict::too_narrow),
                 wide = with(BandVerdict::too_wide);
  if (!narrow.empty()) about_narrow_bands(narrow);
  if (!wide.empty()) about_wide_bands(wide);
  if (honest.empty()) return;
  const bool all = honest.size() == channels_.size();
  add(Weight::good, "Error bars honest",
      concat("The error bars", all ? "" : whose(honest), " are honest: ",
             within_95(honest.size() == 1 ? of(honest.front()) : diagnostics_.overall), "."),
      honest);
}

/// Nothing if predictions err without a pattern.
void Sentences::about_pattern() {
  const auto tests = static_cast<double>(channels_.size());
  const auto size = [](const Consistency& c) { return std::abs(c.whiteness.correlation); };
  // Without noise they are as small as rounding, or as the noise that is assumed.
  const auto has_errors = [](const Consistency& c) {
    return c.noise != NoiseKind::constant && c.noise != NoiseKind::hardly_any;
  };
  const Channels patterned = those([&](const Consistency& c) {
    Whiteness corrected = c.whiteness;
    corrected.p_value *= tests;  // among so many channels, one would be unlikely by chance
    return has_errors(c) && corrected.has_pattern();
  });
  if (patterned.empty()) return;
  const Channels unsuited = those([&](const Consistency& c) {
    return has_errors(c) && c.whiteness.has_pattern() && size(c) >= kUnsuited;
  });
  const Index worst = most(patterned, size);
  const Whiteness& white = of(worst).whiteness;
  const bool strong = size(of(worst)) >= kUnsuited;
  const std::string apart =
      white.strongest_lag == 1 ? "one row" : concat(white.strongest_lag, " rows");
  std::string sentence = concat("Prediction errors", whose({worst}), " ", apart,
                                " apart are correlated by ", two_digits(white.correlation));
  if (strong)
    sentence += concat(
        ": the model misses something in how the series moves, or the noise itself is correlated. "
        "The model does not suit",
        unsuited.size() > 1 ? concat(" ", names(unsuited)) : " it",
        ", and error bars may be too narrow.");
  else
    sentence +=
        ", which is little: the model misses something small, or the noise itself is slightly "
        "correlated.";
  add(strong ? Weight::warning : Weight::remark,
      strong ? "Model does not suit" : "Slight pattern in the errors", sentence,
      strong ? unsuited : patterned);
}

/// "about as well as": where the data say so, not where they say nothing.
std::string compared(const Skill& skill, std::string_view other, std::string_view what) {
  constexpr double kAlike = 1.25;
  const bool alike =
      skill.ratio + skill.margin <= kAlike && skill.ratio - skill.margin >= 1.0 / kAlike;
  if (!skill.is_better() && !skill.is_worse() && !alike)
    return concat("neither clearly better nor worse than ", other);
  const std::string_view word = skill.is_better()  ? "better than "
                                : skill.is_worse() ? "worse than "
                                                   : "about as well as ";
  return concat(word, other, " (", two_digits(skill.ratio), what, ")");
}

/// Nothing if it is unknown.
void Sentences::about_skill() {
  const Skill &last = diagnostics_.overall.against_last_row,
              &trend = diagnostics_.overall.against_trend;
  if (std::isnan(last.ratio) || std::isnan(trend.ratio)) return;
  std::string sentence =
      concat("One row ahead it predicts ",
             compared(last, "the last row again", " times its squared error, noise included"),
             " and ", compared(trend, "a tuned trend filter", ""), ".");
  const bool worse = last.is_worse() || trend.is_worse();
  if (worse) sentence += " The model does not suit this series: learn it anew, or from more rows.";
  add(worse ? Weight::warning : Weight::remark, worse ? "Model does not suit" : "Predictions",
      sentence);
}

/// Nothing if no value was passed over.
void Sentences::about_gate() {
  const GateCounts gate = diagnostics_.gate.value_or(GateCounts{});
  if (gate.rejected == 0) return;
  std::string sentence = concat(gate.rejected, " of ", (!series_.values.array().isNaN()).count(),
                                gate.rejected == 1 ? " values was passed over as an outlier."
                                                   : " values were passed over as outliers.");
  if (gate.reopened > 0)
    sentence += concat(" In ", counted(gate.reopened, "case", "cases"),
                       " the values after them lay as far off, and were believed.");
  add(Weight::remark, "Outliers", sentence);
}

/// Nothing if nothing was.
void Sentences::about_set_aside() {
  const Channels about = those([](const Consistency& c) { return c.set_aside.any(); });
  const SetAside& all = diagnostics_.overall.set_aside;
  std::string list;
  const auto append = [&](Index count, std::string_view one, std::string_view many) {
    if (count > 0) list.append(list.empty() ? "" : ", ").append(counted(count, one, many));
  };
  append(all.outliers, "outlier was set aside", "outliers were set aside");
  append(all.stuck, "value of a stuck sensor was not believed",
         "values of a stuck sensor were not believed");
  if (all.stuck_stretches > 0)
    list += concat(" (", counted(all.stuck_stretches, "stretch", "stretches"), ")");
  append(all.jumps, "jump of a level was followed", "jumps of a level were followed");
  if (!list.empty())
    add(Weight::remark, "Set aside",
        concat("In hindsight ", list,
               several() && !about.empty() && about.size() < channels_.size()
                   ? concat(", in ", names(about))
                   : "",
               "."),
        about);
}

}  // namespace

std::string_view name_of(Weight weight) {
  switch (weight) {
    case Weight::remark:
      return "remark";
    case Weight::good:
      return "good";
    case Weight::doubt:
      return "doubt";
    case Weight::warning:
      break;
  }
  return "warning";
}

const Finding& Verdict::heaviest() const {
  require(!findings.empty(), "findings", "at least 1", 0);
  return *std::ranges::max_element(findings, {}, &Finding::weight);  // the first of equals
}

std::vector<std::string> Verdict::sentences() const {
  std::vector<std::string> all;
  for (const Finding& finding : findings) all.push_back(finding.sentence);
  return all;
}

Verdict verdict(const Series& series, const Diagnostics& diagnostics) {
  return Sentences(series, diagnostics).all();
}

}  // namespace elto
