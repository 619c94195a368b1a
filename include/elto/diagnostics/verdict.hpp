// SPDX-License-Identifier: Apache-2.0
// What an estimate is worth, in plain sentences: what was removed, how far off a cleaned value is,
// whether the error bars hold, what could not be told. All that a program prints, a report marks
// and a machine reads is made of this one list, so that they cannot contradict each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/diagnostics/diagnose.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// How much a finding speaks against the estimate, ascending.
enum class Weight {
  remark,   ///< not at all
  good,     ///< for it
  doubt,    ///< something could not be told
  warning,  ///< something is wrong
};
/// "remark", "good", ...
std::string_view name_of(Weight weight);

struct Finding {
  Weight weight = Weight::remark;
  std::string title;                 ///< in a few words: "Error bars honest"
  std::string sentence;              ///< or two of them
  std::vector<Index> channels = {};  ///< that it is about; none: all
};

struct Verdict {
  std::vector<Finding> findings = {};

  /// The finding that counts: the first of those with the largest weight. Throws InvalidArgument if
  /// there is none.
  const Finding& heaviest() const;
  std::vector<std::string> sentences() const;
};

Verdict verdict(const Series& series, const Diagnostics& diagnostics);

}  // namespace elto
