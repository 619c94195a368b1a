// SPDX-License-Identifier: Apache-2.0
#include "elto/model/any_model.hpp"

#include "elto/model/model_file.hpp"
#include "elto/model/signal_model_file.hpp"
#include "elto/model/state_model_file.hpp"

namespace elto {

const std::vector<std::string>& channels_of(const AnyModel& model) {
  return std::visit(
      [](const auto& any) -> const auto& { return any.channels; }, model);
}

Index dimension_of(const AnyModel& model) {
  return std::visit([](const auto& any) { return any.dimension(); }, model);
}

void save(const AnyModel& model, const std::filesystem::path& path) {
  std::visit([&](const auto& any) { save(any, path); }, model);
}

AnyModel load_any(const std::filesystem::path& path) {
  const ArrayFile file = read_array_file(path);
  if (file.kind == kStateModelKind) return state_model_from(file);
  if (file.kind == kSignalModelKind) return signal_model_from(file);
  return model_from(file);
}

}  // namespace elto
