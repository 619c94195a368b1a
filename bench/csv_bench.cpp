// SPDX-License-Identifier: Apache-2.0
// Reading and writing delimited text, 100,000 rows: eight channels of random numbers in full
// precision, the same with a column of timestamps, and one channel of short numbers. What is read
// is compared with what was written, bit for bit, before anything is timed.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "elto/core/random.hpp"
#include "elto/core/text.hpp"
#include "elto/io/csv.hpp"

#include <benchmark/benchmark.h>

namespace elto {
namespace {

constexpr Index kRows = 100'000;

Series full_precision() {
  Series series(Rng(1).normal(kRows, 8));
  for (Index j = 0; j < series.dimension(); ++j) series.channels.push_back(concat("x", j));
  return series;
}

Series with_timestamps() {
  Series series = full_precision();
  series.time = {.name = "time", .values = Vector::LinSpaced(kRows, 0, kRows - 1)};
  for (Index t = 0; t < kRows; ++t) {
    std::array<char, 32> label;
    const auto minutes = static_cast<int>(t / 60), hours = minutes / 60;
    std::snprintf(label.data(), label.size(), "1970-01-%02dT%02d:%02d:%02d", 1 + hours / 24,
                  hours % 24, minutes % 60, static_cast<int>(t % 60));
    series.time.labels.emplace_back(label.data());
  }
  return series;
}

Series short_numbers() {
  return {(100 * Rng(1).normal(kRows, 1)).array().round().matrix() / 100};
}

bool same_bits(const MatrixView& a, const MatrixView& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void check_answers() {
  for (const Series& series : {full_precision(), with_timestamps(), short_numbers()}) {
    const Series read = parse_csv(to_csv(series), "bench");
    if (same_bits(read.values, series.values) && same_bits(read.time.values, series.time.values) &&
        read.time.labels == series.time.labels)
      continue;
    std::cerr << "wrong answer: what is read is not what was written\n";
    std::exit(EXIT_FAILURE);
  }
}

void set_speed(benchmark::State& state, const std::string& csv) {
  state.SetBytesProcessed(state.iterations() * std::ssize(csv));
}

void read(benchmark::State& state, Series (*make)()) {
  const std::string csv = to_csv(make());
  for (auto _ : state) benchmark::DoNotOptimize(parse_csv(csv, "bench").values.data());
  set_speed(state, csv);
}

void write(benchmark::State& state, Series (*make)()) {
  const Series series = make();
  for (auto _ : state) benchmark::DoNotOptimize(to_csv(series).data());
  set_speed(state, to_csv(series));
}

BENCHMARK_CAPTURE(read, full_precision, full_precision)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read, with_timestamps, with_timestamps)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read, short_numbers, short_numbers)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write, full_precision, full_precision)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write, with_timestamps, with_timestamps)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace elto

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  elto::check_answers();
  benchmark::RunSpecifiedBenchmarks();
}
