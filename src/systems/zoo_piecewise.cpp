// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kPiecewise[] = {
    {.name = "chua",
     .use = ZooUse::tuning,
     .description = "a diode with three slopes",
     .equations = "x' = a (y - x - f); y' = x - y + z; z' = -b y",
     .where = "a = 9; b = 100/7; f = -5/7 x - 3/14 (abs(x + 1) - abs(x - 1))",
     .reference = "T. Matsumoto, IEEE Trans. Circuits Syst. 31 (1984) 1055",
     .start = {0.7, 0.1, 0.1},
     .period = 2.2,
     .bound = 5},
    {.name = "elwakil-kennedy",
     .use = ZooUse::table,
     .description = "a jerk with a switch",
     .equations = "x' = y; y' = z; z' = a (sign(x) - x - y - z)",
     .where = "a = 0.8",
     .reference = "A. S. Elwakil, M. P. Kennedy, IEEE Trans. Circuits Syst. I 48 (2001) 289",
     .start = {0.1, 0.3, 0.1},
     .period = 6.6,
     .bound = 5},
    {.name = "linz-sprott",
     .use = ZooUse::tuning,
     .description = "a jerk with an absolute value",
     .equations = "x' = y; y' = z; z' = -a z - y + abs(x) - 1",
     .where = "a = 0.6",
     .reference = "S. J. Linz, J. C. Sprott, Phys. Lett. A 259 (1999) 240",
     .start = {0.1, 0.1, 0.1},
     .period = 6.2,
     .bound = 5},
    {.name = "mckean",
     .use = ZooUse::table,
     .description = "a nerve of straight lines",
     .equations = "v' = max(-v, min(v - a, 1 - v)) - w + I; w' = b (v - g w)",
     .where = "a = 0.25; b = 0.1; g = 0.5; I = 0.65",
     .reference = "H. P. McKean, Adv. Math. 4 (1970) 209",
     .start = {0.5, 0.3},
     .period = 33,
     .bound = 2},
    {.name = "shaw-holmes",
     .use = ZooUse::table,
     .description = "a mass that hits a soft stop",
     .equations = "x' = v; v' = -c v - x - k max(x, 0) + a cos(w t)",
     .where = "c = 0.1; k = 15; a = 1; w = 2.6",
     .reference = "S. W. Shaw, P. J. Holmes, J. Sound Vib. 90 (1983) 129",
     .start = {0.1, 0.1},
     .period = 2.4,
     .bound = 2},
};

}  // namespace

std::span<const ZooSystem> zoo_piecewise() {
  return kPiecewise;
}

}  // namespace elto
