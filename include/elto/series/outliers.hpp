// SPDX-License-Identifier: Apache-2.0
// Values that do not belong to their neighbours: farther from the median of the six rows around
// them than eight times what is usual in the channel (median absolute deviation, as a standard
// deviation). Steps stay, because the median follows them; what sticks out for a row or two goes.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// The same rows with NaN in place of outliers. A channel that mostly repeats itself has none.
Matrix without_outliers(const MatrixView& rows);

}  // namespace elto
