// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kOscillators[] = {
    {.name = "colpitts",
     .use = ZooUse::tuning,
     .description = "an electronic oscillator, chaotic",
     .equations = "x' = g / (Q (1 - k)) (z + 1 - exp(-y)); "
                  "y' = g / (Q k) z; "
                  "z' = -Q k (1 - k) / g (x + y) - z / Q",
     .where = "g = 3.1623; Q = 1.415; k = 0.5",
     .reference = "G. M. Maggio, O. De Feo, M. P. Kennedy, IEEE Trans. Circuits Syst. I 46 (1999) "
                  "1118",
     .start = {0.1, 0.1, 0.1},
     .period = 6.1,
     .bound = 80},
    {.name = "coupled-van-der-pol",
     .use = ZooUse::table,
     .description = "two oscillators that pull at each other",
     .equations = "x' = v; "
                  "v' = m (1 - x^2) v - x + k (y - x); "
                  "y' = w; "
                  "w' = m (1 - y^2) w - p y + k (x - y)",
     .where = "m = 0.5; p = 1.6; k = 0.3",
     .reference = "D. W. Storti, R. H. Rand, Int. J. Non-Linear Mech. 17 (1982) 143",
     .start = {1, 0.1, -1, 0.5},
     .period = 4.5,
     .bound = 8},
    {.name = "damped-oscillator",
     .use = ZooUse::table,
     .description = "a mass on a spring with friction",
     .equations = "x' = v; v' = -x - 2 c v",
     .where = "c = 0.01",
     .reference = "J. W. Strutt (Lord Rayleigh), The Theory of Sound, Macmillan (1877)",
     .start = {1, 0.5},
     .period = 6.3,
     .bound = 2,
     .transient = 0},
    {.name = "duffing-free",
     .use = ZooUse::tuning,
     .description = "a beam between two magnets, no friction",
     .equations = "x' = v; v' = x - x^3",
     .reference = "G. Duffing, Erzwungene Schwingungen bei veraenderlicher Eigenfrequenz, Vieweg "
                  "(1918)",
     .start = {1.6, 0.1},
     .period = 7.3,
     .bound = 3,
     .transient = 1,
     .conserved = "v^2 / 2 - x^2 / 2 + x^4 / 4"},
    {.name = "rayleigh",
     .use = ZooUse::table,
     .description = "friction that feeds slow motion",
     .equations = "x' = v; v' = m (1 - v^2 / 3) v - x",
     .where = "m = 2",
     .reference = "J. W. Strutt (Lord Rayleigh), Philos. Mag. 15 (1883) 229",
     .start = {1, 1},
     .period = 7.6,
     .bound = 5},
    {.name = "stuart-landau",
     .use = ZooUse::tuning,
     .description = "the normal form of a Hopf bifurcation",
     .equations = "x' = (m - x^2 - y^2) x - (w - b (x^2 + y^2)) y; "
                  "y' = (m - x^2 - y^2) y + (w - b (x^2 + y^2)) x",
     .where = "m = 1; w = 2; b = 0.5",
     .reference = "J. T. Stuart, J. Fluid Mech. 9 (1960) 353",
     .start = {1, 0.1},
     .period = 4.2,
     .bound = 1.5},
    {.name = "van-der-pol",
     .use = ZooUse::tuning,
     .description = "an electric circuit with a triode",
     .equations = "x' = v; v' = m (1 - x^2) v - x",
     .where = "m = 1",
     .reference = "B. van der Pol, Philos. Mag. 2 (1926) 978",
     .start = {2, 0.1},
     .period = 6.7,
     .bound = 5},
};

}  // namespace

std::span<const ZooSystem> zoo_oscillators() {
  return kOscillators;
}

}  // namespace elto
