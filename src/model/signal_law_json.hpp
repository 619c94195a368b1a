// SPDX-License-Identifier: Apache-2.0
// A law in the description of a model file.
#pragma once

#include "elto/model/signal_model.hpp"

#include <nlohmann/json.hpp>

namespace elto {

nlohmann::json described(const SignalLaw& law);

/// Throws InvalidArgument or an exception of the JSON library for what is none; that all fits
/// together is left to validate().
SignalLaw signal_law_from(const nlohmann::json& json);

}  // namespace elto
