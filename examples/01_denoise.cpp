// SPDX-License-Identifier: Apache-2.0
// From a noisy series to a clean one: simulate an oscillator, add noise, fit a model to the noisy
// rows alone, filter, and compare with the truth. Writes noisy.csv, clean.csv and model.elto to the
// folder given (default: out).
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "elto/elto.hpp"

#include <unistd.h>

namespace {

double rms(const elto::Matrix& difference) {
  return std::sqrt(difference.squaredNorm() / static_cast<double>(difference.size()));
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "out";
  std::filesystem::create_directories(folder);

  const auto [noisy, truth] = elto::builtin("van-der-pol");
  const elto::Index learned = 1000;  // the last 200 rows are never seen by the fit

  elto::FitOptions options;
  options.tuning.ridges = true;
  options.tuning.search.evaluations = 300;
  if (isatty(STDERR_FILENO) != 0)
    options.tuning.search.progress = [](const elto::MinimizeProgress& now) {
      std::fprintf(stderr, "\rtuning: %3td of 300 candidates, one-step error %.4f ",
                   now.evaluations, now.value);
      return true;  // false would stop the search
    };
  const elto::Series training(noisy.values.topRows(learned), noisy.channels);
  const elto::Model model = elto::fit(training, {.noise = {.blocks = 2}}, options);
  if (options.tuning.search.progress) std::fprintf(stderr, "\n");
  const elto::Estimate estimate = elto::filter(model, noisy);
  if (!estimate.status.ok()) {
    std::fprintf(stderr, "filter: %s\n", elto::describe(estimate.status).c_str());
    return 4;
  }

  elto::write_csv(noisy, folder / "noisy.csv");
  elto::write_csv({estimate.mean, noisy.channels}, folder / "clean.csv");
  elto::save(model, folder / "model.elto");

  const elto::Index fresh = truth.rows() - learned;
  const double raw = rms((noisy.values - truth).bottomRows(fresh));
  const double clean = rms((estimate.mean - truth).bottomRows(fresh));
  std::printf("Van der Pol oscillator, %td noisy rows, learned from the first %td of them\n",
              truth.rows(), learned);
  std::printf(
      "  error of the noisy rows      %.3f (rms over the last %td rows, against the truth)\n", raw,
      fresh);
  std::printf("  error of the filtered rows   %.3f (%.0f %% less)\n", clean,
              100.0 * (1.0 - clean / raw));
  std::printf("  written to %s: noisy.csv, clean.csv, model.elto\n", folder.string().c_str());
  return clean < raw ? 0 : 1;
}
