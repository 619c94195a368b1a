// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are read, not drawn: HTML that says all it has to say without a
// script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

#include "report/report.hpp"
#include "report/row_axis.hpp"

namespace elto::page {

/// The sentences, under the mark of the heaviest finding; each that is more than a remark has its
/// own.
std::string verdict_section(const Report& report);
/// What each channel is made of, its noise level, error and bands and what was set aside, as rows
/// of a table.
std::string summary_rows(const Report& report, const RowAxis& axis);
/// What the figures of trust are taken from, and what a chart of innovations shows.
std::string judged_by(const Report& report);
std::string innovations_are(const Report& report);
/// Whether predictions were compared with simpler ones.
bool knows_skill(const Report& report);
/// NIS, coverage, whiteness and skill of each channel, as rows of a table.
std::string trust_rows(const Report& report);
/// Nothing if the filter passes over none.
std::string outlier_note(const Report& report);
/// What a reader has to know about the charts: rows left out, times ignored.
std::string chart_notes(const Report& report, const RowAxis& axis, Index shown_rows);
/// What the shading in the charts means; nothing if nothing is shaded.
std::string learned_key(const Report& report);
/// Places for the charts; the script fills them.
std::string channel_figures(const Report& report);
std::string innovation_figures(const Report& report);
/// Charts of the two noise covariances, or the sentence that there is no record.
std::string noise_section(const Report& report);
/// The kinds of models that were compared; nothing if none were.
std::string tried_section(const Report& report);
/// Which models were compared, as a table; nothing if none were.
std::string comparison_section(const Report& report);
/// Nothing if nothing was tuned.
std::string tuning_section(const Report& report);
/// Nothing if the card is empty.
std::string card_section(const Report& report);
std::string card_section(const std::vector<CardSection>& card, std::string_view title);
/// A place for a chart; the script fills it.
std::string chart_figure(std::string_view chart, std::string_view caption);

}  // namespace elto::page
