// SPDX-License-Identifier: Apache-2.0
// write_sample_report OUT CHANNELS ROWS [bare | flagged], or OUT equation: a page for the browser
// to try.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "report/report.hpp"
#include "report/sample_discovery.hpp"
#include "report/sample_run.hpp"

namespace {

int write(const char* path, const std::string& page) {
  std::ofstream out(path, std::ios::binary);
  out << page;
  return out.flush() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace elto::testing;
  if (count == 3 && std::string_view(arguments[2]) == "equation")
    return write(arguments[1], elto::to_html(sample_discovery()));
  const std::string_view kind = count == 5 ? arguments[4] : "";
  const bool bare = kind == "bare";
  if (count != 4 && !bare && kind != "flagged") {
    std::cerr << "usage: write_sample_report OUT CHANNELS ROWS [bare | flagged] | OUT equation\n";
    return 2;
  }
  const elto::Index channels = std::atol(arguments[2]), rows = std::atol(arguments[3]);
  const SampleRun run = bare                ? bare_run(channels, rows)
                        : kind == "flagged" ? flagged_run(channels, rows)
                                            : sample_run(channels, rows);
  return write(arguments[1], elto::to_html(bare ? bare_report(run) : sample_report(run)));
}
