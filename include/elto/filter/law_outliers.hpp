// SPDX-License-Identifier: Apache-2.0
// Outliers of channels that move by a law: entries that all others, and the law, say do not belong
// to the series (filter/interventions.hpp does the same for a single channel without a law).
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/law_model.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// T x D.
using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// The rows without what is set aside.
Rows without(const Rows& rows, const Mask& aside);

/// Those known, less what the law explains, and new ones, the farthest of their neighbourhood
/// first. None in a channel of which a tenth would be set aside. Nothing is found where the motion
/// leaves all bounds.
Mask find_law_outliers(const LawModel& model, const Rows& rows, const Mask& known,
                       Index threads = 1);

}  // namespace elto
