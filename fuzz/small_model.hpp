// SPDX-License-Identifier: Apache-2.0
// A model of two channels, x and y, and as few states as possible. It is made up, not learned: only
// its shapes matter.
#pragma once

#include "elto/model/model.hpp"

namespace elto::fuzz {

enum class Adapting { no, yes };

Model small_model(Adapting adapting);

/// Filters two rows with it; whatever comes out is looked at.
void filter_two_rows(const Model& model);

}  // namespace elto::fuzz
