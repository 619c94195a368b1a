// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

constexpr const char* kKind = "elto checkpoint 1";

}  // namespace

void write_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& path) {
  const nlohmann::json file = {
      {"kind", kKind}, {"job", checkpoint.job}, {"search", checkpoint.search}};
  write_whole_file(path, file.dump() + "\n");
}

std::string read_checkpoint(const std::filesystem::path& path, const std::string& job) {
  const std::string bytes = read_whole_file(path);
  const auto file = nlohmann::json::parse(bytes, nullptr, false);
  const auto entry = [&](const char* name) {
    const auto found = file.find(name);
    if (found == file.end() || !found->is_string())
      throw IoError(path.string(), "is not a checkpoint; remove it to start anew");
    return found->get<std::string>();
  };
  if (!file.is_object() || entry("kind") != kKind)
    throw IoError(path.string(), "is not a checkpoint; remove it to start anew");
  if (entry("job") != job)
    throw IoError(path.string(),
                  "belongs to other data or other options; remove it to start anew, or leave out "
                  "--resume");
  return entry("search");
}

}  // namespace elto::command
