// SPDX-License-Identifier: Apache-2.0
// A whole series with a SignalModel: what a SignalFilter makes of it row by row, what all rows say
// of each (filter/linear_smoother.hpp), with outliers, jumps and stuck sensors found in hindsight,
// and what comes after the last row.
#pragma once

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Entries may be missing. All throw InvalidArgument for infinities, another number of columns, and
/// times that are missing or go back.
Estimate filter(const SignalModel& model, const Series& series);

struct HindsightOptions {
  /// With what diagnose() judges an estimate by: predictions, which are those of the filter, and
  /// entries left out. They take twice the room of all else, and a pass more.
  bool judged = false;
  Index threads = 0;  ///< channels of long series side by side; 0: as many as there are cores
};
Estimate smooth(const SignalModel& model, const Series& series,
                const HindsightOptions& options = {});

/// `steps` rows after the last one, a median step apart; or at times after it, as given. A model
/// with inputs begins after the last row that has an entry: rows behind it say where inputs will
/// be. Where none does, they stay where they were last.
Forecast forecast(const SignalModel& model, const Series& known, Index steps);
Forecast forecast(const SignalModel& model, const Series& known, const VectorView& times);

/// The rows of one channel without what inputs add, and without those of a stuck sensor, which are
/// flagged.
Rows believed_rows(const ChannelModel& part, const Series& series, Index channel, Flags& flags);

/// What is set aside in such rows.
Interventions interventions_in(const ChannelModel& part, const Rows& rows);

}  // namespace elto
