// SPDX-License-Identifier: Apache-2.0
// write_sample_report OUT CHANNELS ROWS [bare]: a page for the browser to try.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>

#include "report/report.hpp"
#include "report/sample_run.hpp"

int main(int count, char** arguments) {
  using namespace elto::testing;
  const bool bare = count == 5 && std::string_view(arguments[4]) == "bare";
  if (count != 4 && !bare) {
    std::cerr << "usage: write_sample_report OUT CHANNELS ROWS [bare]\n";
    return 2;
  }
  const elto::Index channels = std::atol(arguments[2]), rows = std::atol(arguments[3]);
  const SampleRun run = bare ? bare_run(channels, rows) : sample_run(channels, rows);
  std::ofstream out(arguments[1], std::ios::binary);
  out << elto::to_html(bare ? bare_report(run) : sample_report(run));
  return out.flush() ? 0 : 1;
}
