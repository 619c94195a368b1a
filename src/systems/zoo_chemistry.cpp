// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kChemistry[] = {
    {.name = "brusselator",
     .use = ZooUse::table,
     .description = "a reaction of three molecules",
     .equations = "x' = a + x^2 y - (b + 1) x; y' = b x - x^2 y",
     .where = "a = 1; b = 3",
     .reference = "I. Prigogine, R. Lefever, J. Chem. Phys. 48 (1968) 1695",
     .start = {1, 1},
     .period = 7.2,
     .bound = 8},
    {.name = "koper",
     .use = ZooUse::table,
     .description = "an electrode, small and large swings",
     .equations = "x' = (k y - x^3 + 3 x - l) / e; y' = x - 2 y + z; z' = y - z",
     .where = "e = 0.1; k = -10; l = -7.4",
     .reference = "M. T. M. Koper, Physica D 80 (1995) 72",
     .start = {0.1, 0.5, 0.6},
     .period = 0.72,
     .bound = 5},
    {.name = "lengyel-epstein",
     .use = ZooUse::table,
     .description = "chlorite, iodide and malonic acid",
     .equations = "x' = a - x - 4 x y / (1 + x^2); y' = b x (1 - y / (1 + x^2))",
     .where = "a = 10; b = 2",
     .reference = "I. Lengyel, I. R. Epstein, Science 251 (1991) 650",
     .start = {2, 5},
     .period = 3.3,
     .bound = 15},
    {.name = "oregonator",
     .use = ZooUse::table,
     .description = "the reaction of Belousov and Zhabotinsky",
     .equations = "x' = (x (1 - x) + f z (q - x) / (q + x)) / e; z' = x - z",
     .where = "e = 0.04; f = 1; q = 0.0008",
     .reference = "J. J. Tyson, P. C. Fife, J. Chem. Phys. 73 (1980) 2224",
     .start = {0.1, 0.2},
     .period = 5.8,
     .bound = 1.5},
    {.name = "peroxidase",
     .use = ZooUse::table,
     .description = "an enzyme that oxidises NADH",
     .equations = "a' = k7 (8 - a) - k3 a b y; "
                  "b' = k8 - k1 b x - k3 a b y; "
                  "x' = k1 b x - 2 k2 x^2 + 3 k3 a b y - k4 x + k6; "
                  "y' = 2 k2 x^2 - k5 y - k3 a b y",
     .where = "k1 = 0.35; "
              "k2 = 250; "
              "k3 = 0.035; "
              "k4 = 20; "
              "k5 = 5.35; "
              "k6 = 0.00001; "
              "k7 = 0.1; "
              "k8 = 0.825",
     .reference = "L. F. Olsen, Phys. Lett. A 94 (1983) 454",
     .start = {6, 50, 0.01, 0.01},
     .period = 10,
     .bound = 100},
    {.name = "salnikov",
     .use = ZooUse::tuning,
     .description = "a reaction that heats itself",
     .equations = "x' = m - k x exp(y); y' = x exp(y) - y",
     .where = "m = 0.2; k = 0.1",
     .reference = "P. Gray, S. K. Scott, Chemical Oscillations and Instabilities, Oxford (1990)",
     .start = {0.3, 2},
     .period = 7.1,
     .bound = 8},
    {.name = "schnakenberg",
     .use = ZooUse::tuning,
     .description = "the simplest reaction that oscillates",
     .equations = "x' = a - x + x^2 y; y' = b - x^2 y",
     .where = "a = 0.1; b = 0.5",
     .reference = "J. Schnakenberg, J. Theor. Biol. 81 (1979) 389",
     .start = {0.6, 1},
     .period = 12,
     .bound = 8},
    {.name = "stirred-tank",
     .use = ZooUse::tuning,
     .description = "an exothermic reaction in a tank",
     .equations = "x' = -x + R; y' = -y + B R - b y",
     .where = "D = 0.184; B = 14; b = 3; R = D (1 - x) exp(y)",
     .reference = "A. Uppal, W. H. Ray, A. B. Poore, Chem. Eng. Sci. 29 (1974) 967",
     .start = {0.5, 2},
     .period = 3.7,
     .bound = 15},
    {.name = "willamowski-roessler",
     .use = ZooUse::tuning,
     .description = "a chaotic reaction",
     .equations = "x' = x (30 - 0.25 x - y - z) + 0.0001 y^2 + 0.001; "
                  "y' = y (x - 0.0001 y - 10) + 0.001; "
                  "z' = z (16.5 - x - 0.5 z) + 0.001",
     .reference = "K.-D. Willamowski, O. E. Roessler, Z. Naturforsch. A 35 (1980) 317",
     .start = {10, 12, 8},
     .period = 0.73,
     .bound = 150},
};

}  // namespace

std::span<const ZooSystem> zoo_chemistry() {
  return kChemistry;
}

}  // namespace elto
