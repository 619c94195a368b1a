// SPDX-License-Identifier: Apache-2.0
#include "elto/core/random.hpp"

#include <bit>
#include <cmath>
#include <istream>
#include <locale>
#include <ostream>
#include <sstream>

namespace elto {

double Rng::uniform() {
  const auto high = static_cast<double>(engine_() >> 5);  // 27 bits
  const auto low = static_cast<double>(engine_() >> 6);   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double x = 0.0, y = 0.0, r2 = 0.0;
  do {
    x = 2.0 * uniform() - 1.0;
    y = 2.0 * uniform() - 1.0;
    r2 = x * x + y * y;
  } while (r2 >= 1.0 || r2 == 0.0);
  const double f = std::sqrt(-2.0 * std::log(r2) / r2);
  spare_ = f * x;
  has_spare_ = true;
  return f * y;
}

Matrix Rng::uniform(Index rows, Index cols) {
  Matrix sample(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) sample(i, j) = uniform();
  return sample;
}

Matrix Rng::normal(Index rows, Index cols) {
  Matrix sample(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) sample(i, j) = normal();
  return sample;
}

// The state is text for files: the locale and the number format of the caller's stream are kept
// out.
std::ostream& operator<<(std::ostream& out, const Rng& rng) {
  std::ostringstream state;
  state.imbue(std::locale::classic());
  state << rng.engine_ << ' ' << rng.has_spare_ << ' ' << std::bit_cast<std::uint64_t>(rng.spare_);
  return out << state.str();
}

std::istream& operator>>(std::istream& in, Rng& rng) {
  const std::locale locale = in.imbue(std::locale::classic());
  const auto format = in.flags(std::ios::dec | std::ios::skipws);
  std::uint64_t spare = 0;
  in >> rng.engine_ >> rng.has_spare_ >> spare;
  rng.spare_ = std::bit_cast<double>(spare);
  in.flags(format);
  in.imbue(locale);
  return in;
}

}  // namespace elto
