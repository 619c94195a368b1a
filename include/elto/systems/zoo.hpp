// SPDX-License-Identifier: Apache-2.0
// A zoo: systems from many fields, each with the equations and the parameters it was published
// with. Names that builtin.hpp has a simulation for (lorenz-63, van-der-pol, ...) keep it there.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "elto/core/random.hpp"
#include "elto/systems/equations_of_motion.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

enum class ZooKind {
  flow,
  oscillator,
  mechanics,
  chemistry,
  biology,
  driven,
  piecewise,
  delayed,
  stochastic
};
inline constexpr ZooKind kZooKinds[] = {
    ZooKind::flow,   ZooKind::oscillator, ZooKind::mechanics, ZooKind::chemistry, ZooKind::biology,
    ZooKind::driven, ZooKind::piecewise,  ZooKind::delayed,   ZooKind::stochastic};
std::string_view title_of(ZooKind kind);

/// What it may be looked at for: models are tuned with one half of the systems of a class, tables
/// are made with the other. Written down for each, so that a new one moves none of the others. What
/// every paper looks at (lorenz-63, roessler, van-der-pol, ...) is for tuning.
enum class ZooUse { tuning, table };

/// Of the right-hand sides: polynomials in the states or something else; with delays and with noise
/// whatever they are.
enum class ZooClass { polynomial, other, delayed, stochastic };

struct ZooSystem {
  std::string_view name;
  ZooUse use = ZooUse::tuning;
  ZooKind kind = ZooKind::flow;  ///< set by zoo()
  std::string_view description;  ///< a few words
  std::string_view equations;    ///< as equations_of_motion.hpp says
  std::string_view where = {};   ///< parameters and what else stands in the equations
  std::string_view reference;
  std::array<double, 8> start;      ///< of its states, near where it goes
  double period;                    ///< of its typical oscillation, or what is typical in time
  double bound;                     ///< what no state exceeds
  double transient = 10.0;          ///< periods until it is where it stays
  std::string_view conserved = {};  ///< a quantity that does not change
};

/// All of them, in the order of their names.
std::span<const ZooSystem> zoo();

/// nullptr if there is none of that name.
const ZooSystem* find_in_zoo(std::string_view name);

EquationsOfMotion equations_of(const ZooSystem& system);
ZooClass class_of(const EquationsOfMotion& equations);

struct ZooOptions {
  Index rows = 1000;
  Index rows_per_period = 50;
  double noise = 0.1;  ///< standard deviation over that of the channel
};
void validate(const ZooOptions& options);

/// From a random start near the one that is given, the first one to two transients left out. The
/// channels are the states; t of the equations is the time of the series.
Simulation simulate(const ZooSystem& system, const ZooOptions& options, Rng& rng);

}  // namespace elto
