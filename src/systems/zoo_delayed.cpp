// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kDelayed[] = {
    {.name = "cheyne-stokes",
     .use = ZooUse::table,
     .description = "breathing that waxes and wanes",
     .equations = "x' = l - a x x_tau^n / (1 + x_tau^n)",
     .where = "l = 1; a = 2; n = 8; tau = 3",
     .reference = "M. C. Mackey, L. Glass, Science 197 (1977) 287",
     .start = {0.8},
     .period = 7.6,
     .bound = 8},
    {.name = "hutchinson",
     .use = ZooUse::tuning,
     .description = "growth that is limited late",
     .equations = "x' = r x (1 - x_tau)",
     .where = "r = 1.8; tau = 1",
     .reference = "G. E. Hutchinson, Ann. N. Y. Acad. Sci. 50 (1948) 221",
     .start = {0.5},
     .period = 4.2,
     .bound = 5},
    {.name = "ikeda",
     .use = ZooUse::table,
     .description = "light in a ring",
     .equations = "x' = -x + m sin(x_tau - c)",
     .where = "m = 4; c = 0.5; tau = 3",
     .reference = "K. Ikeda, H. Daido, O. Akimoto, Phys. Rev. Lett. 45 (1980) 709",
     .start = {1},
     .period = 3.7,
     .bound = 8},
    {.name = "mackey-glass",
     .use = ZooUse::tuning,
     .description = "blood cells",
     .equations = "x' = b x_tau / (1 + x_tau^n) - g x",
     .where = "b = 0.2; g = 0.1; n = 10; tau = 17",
     .reference = "M. C. Mackey, L. Glass, Science 197 (1977) 287",
     .start = {0.9},
     .period = 48,
     .bound = 2},
    {.name = "nicholson",
     .use = ZooUse::table,
     .description = "blowflies in a cage",
     .equations = "x' = P x_tau exp(-x_tau) - d x",
     .where = "P = 8; d = 0.175; tau = 15",
     .reference = "W. S. C. Gurney, S. P. Blythe, R. M. Nisbet, Nature 287 (1980) 17",
     .start = {3},
     .period = 40,
     .bound = 30},
    {.name = "suarez-schopf",
     .use = ZooUse::tuning,
     .description = "the ocean that answers late",
     .equations = "x' = x - x^3 - a x_tau",
     .where = "a = 0.75; tau = 6",
     .reference = "M. J. Suarez, P. S. Schopf, J. Atmos. Sci. 45 (1988) 3283",
     .start = {0.5},
     .period = 16,
     .bound = 2},
};

}  // namespace

std::span<const ZooSystem> zoo_delayed() {
  return kDelayed;
}

}  // namespace elto
