// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine. The engine is the Mersenne Twister, whose
// output the C++ standard fixes; the samplers are our own, because those of <random> differ between
// standard libraries. Seed, uniform() and normal() follow NumPy's legacy RandomState (seed,
// random_sample, randn), so that a stream can be checked against, or shared with, a NumPy script.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <random>

#include "elto/core/types.hpp"

namespace elto {

class Rng {
 public:
  explicit Rng(std::uint32_t seed) : engine_(seed) {}

  /// Uniform in [0, 1), 53 random bits.
  double uniform();
  /// Standard normal, by the polar method of Marsaglia.
  double normal();

  /// Filled in row-major order, as NumPy fills an array of that shape.
  Matrix uniform(Index rows, Index cols);
  Matrix normal(Index rows, Index cols);

  /// The whole state as text, exact; an Rng read back continues the same stream.
  friend std::ostream& operator<<(std::ostream& out, const Rng& rng);
  friend std::istream& operator>>(std::istream& in, Rng& rng);

 private:
  std::mt19937 engine_;
  bool has_spare_ = false;  // the polar method makes two at a time
  double spare_ = 0.0;
};

}  // namespace elto
