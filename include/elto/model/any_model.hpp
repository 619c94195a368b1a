// SPDX-License-Identifier: Apache-2.0
// A model of any kind, for those who take what is in a file.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "elto/model/model.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/model/state_model.hpp"

namespace elto {

using AnyModel = std::variant<SignalModel, StateModel, Model>;

const std::vector<std::string>& channels_of(const AnyModel& model);
Index dimension_of(const AnyModel& model);

void save(const AnyModel& model, const std::filesystem::path& path);
/// Throws IoError as load(), load_state_model() and load_signal_model() do.
AnyModel load_any(const std::filesystem::path& path);

}  // namespace elto
