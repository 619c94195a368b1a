// SPDX-License-Identifier: Apache-2.0
#include "discovery_outputs.hpp"

#include <utility>

#include "option_value.hpp"
#include "output_file.hpp"
#include "summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {

std::vector<Option> options_of(DiscoveryOutputs& outputs) {
  return {output_option(outputs.output, "Where the result goes as JSON", kOutputGroup),
          option("denoised", "FILE", outputs.denoised, "Where the denoised data go", kOutputGroup),
          option("report", "FILE", outputs.report, "HTML report to write", kOutputGroup)};
}

void require_writable(const DiscoveryOutputs& outputs, bool denoises, const CommonOptions& common) {
  require_one_writer(common, outputs.denoised);
  if (outputs.report == "-")
    throw UsageError("--report: a report is a file, it cannot go to standard output");
  if (outputs.output == "-")
    throw UsageError("--output: the result goes to a file; --json prints it");
  if (!outputs.denoised.empty() && !denoises)
    throw UsageError("--denoised: nothing is denoised without --denoise");
  require_writable_data(outputs.denoised, common);
  require_writable(outputs.output, common);
  require_writable(outputs.report, common);
}

double mean_square(const Matrix& difference) {
  return difference.squaredNorm() / static_cast<double>(difference.size());
}

void finish(const DiscoveryOutputs& outputs, nlohmann::ordered_json& object,
            std::vector<std::string>& lines, const CommonOptions& common) {
  for (const auto& [name, path] :
       {std::pair{"output", outputs.output}, std::pair{"denoised", outputs.denoised},
        std::pair{"report", outputs.report}}) {
    if (path.empty() || path == "-") continue;
    object[name] = path;
    lines.push_back(fmt::format("{:<8} {}", name, path));
  }
  if (!outputs.output.empty()) write_text(outputs.output, json_text(object), common);
  print_summary(object, lines, common, outputs.denoised == "-");
}

}  // namespace elto::command
