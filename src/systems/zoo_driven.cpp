// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kDriven[] = {
    {.name = "brusselator-driven",
     .use = ZooUse::table,
     .description = "a reaction that is fed in turns, chaotic",
     .equations = "x' = A + x^2 y - (B + 1) x + a cos(w t); y' = B x - x^2 y",
     .where = "A = 0.4; B = 1.2; a = 0.05; w = 0.81",
     .reference = "K. Tomita, T. Kai, J. Stat. Phys. 21 (1979) 65",
     .start = {0.4, 3},
     .period = 15,
     .bound = 5},
    {.name = "bubble",
     .use = ZooUse::tuning,
     .description = "a gas bubble in sound",
     .equations = "r' = v; v' = (r^-4.2 - 1 - a sin(w t) - c v / r - 1.5 v^2) / r",
     .where = "a = 0.3; w = 1.2; c = 0.1",
     .reference = "M. S. Plesset, J. Appl. Mech. 16 (1949) 277",
     .start = {1, 0.1},
     .period = 2.8,
     .bound = 2},
    {.name = "duffing",
     .use = ZooUse::tuning,
     .description = "a beam that is shaken, chaotic",
     .equations = "x' = v; v' = -d v + x - x^3 + g cos(t)",
     .where = "d = 0.25; g = 0.4",
     .reference = "P. Holmes, Philos. Trans. R. Soc. A 292 (1979) 419",
     .start = {1, 0.1},
     .period = 6.7,
     .bound = 3},
    {.name = "pendulum-driven",
     .use = ZooUse::tuning,
     .description = "a pendulum that is pushed in turns",
     .equations = "x' = v; v' = -v / q - sin(x) + g cos(w t)",
     .where = "q = 2; g = 0.9; w = 2/3",
     .reference = "G. L. Baker, J. P. Gollub, Chaotic Dynamics, Cambridge (1990)",
     .start = {1, 0.1},
     .period = 9.4,
     .bound = 5},
    {.name = "sir-seasonal",
     .use = ZooUse::tuning,
     .description = "an infection that is passed on more in winter",
     .equations = "S' = m (N - S) - R; I' = R - (g + m) I",
     .where = "N = 1000000; m = 0.02; g = 100; R = 1800 (1 + 0.03 cos(2 pi t)) S I / N",
     .reference = "K. Dietz, Lect. Notes Biomath. 11 (1976) 1",
     .start = {56000, 200},
     .period = 1,
     .bound = 100000,
     .transient = 50},
    {.name = "ueda",
     .use = ZooUse::table,
     .description = "a circuit with an iron core, chaotic",
     .equations = "x' = v; v' = -k v - x^3 + B cos(t)",
     .where = "k = 0.05; B = 7.5",
     .reference = "Y. Ueda, J. Stat. Phys. 20 (1979) 181",
     .start = {2, 0.1},
     .period = 2.5,
     .bound = 10},
    {.name = "van-der-pol-driven",
     .use = ZooUse::tuning,
     .description = "a triode that is pushed in turns, chaotic",
     .equations = "x' = v; v' = d (1 - x^2) v - x + a cos(w t)",
     .where = "d = 5; a = 5; w = 2.466",
     .reference = "U. Parlitz, W. Lauterborn, Phys. Rev. A 36 (1987) 1428",
     .start = {1, 0.1},
     .period = 2.7,
     .bound = 15},
};

}  // namespace

std::span<const ZooSystem> zoo_driven() {
  return kDriven;
}

}  // namespace elto
