// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kStochastic[] = {
    {.name = "brownian-oscillator",
     .use = ZooUse::table,
     .description = "a spring in a fluid",
     .equations = "x' = v; v' = -x - g v + s xi",
     .where = "g = 0.2; s = 0.5",
     .reference = "G. E. Uhlenbeck, L. S. Ornstein, Phys. Rev. 36 (1930) 823",
     .start = {0.5, 0.1},
     .period = 6.28,
     .bound = 8},
    {.name = "coherence-resonance",
     .use = ZooUse::tuning,
     .description = "a nerve that noise makes fire",
     .equations = "x' = (x - x^3 / 3 - y) / e; y' = x + a + s xi",
     .where = "e = 0.05; a = 1.05; s = 0.2",
     .reference = "A. S. Pikovsky, J. Kurths, Phys. Rev. Lett. 78 (1997) 775",
     .start = {-1, -0.6},
     .period = 4,
     .bound = 5},
    {.name = "double-well",
     .use = ZooUse::table,
     .description = "a particle that crosses a barrier",
     .equations = "x' = x - x^3 + s xi",
     .where = "s = 0.6",
     .reference = "H. A. Kramers, Physica 7 (1940) 284",
     .start = {1},
     .period = 10,
     .bound = 3},
    {.name = "ornstein-uhlenbeck",
     .use = ZooUse::tuning,
     .description = "the speed of a particle in a fluid",
     .equations = "x' = -a x + s xi",
     .where = "a = 1; s = 1.4142",
     .reference = "G. E. Uhlenbeck, L. S. Ornstein, Phys. Rev. 36 (1930) 823",
     .start = {1},
     .period = 6.28,
     .bound = 8},
    {.name = "square-root",
     .use = ZooUse::table,
     .description = "an interest rate",
     .equations = "x' = a (m - x) + s sqrt(max(x, 0)) xi",
     .where = "a = 1; m = 1; s = 0.5",
     .reference = "J. C. Cox, J. E. Ingersoll, S. A. Ross, Econometrica 53 (1985) 385",
     .start = {1},
     .period = 6.28,
     .bound = 5},
    {.name = "stochastic-resonance",
     .use = ZooUse::tuning,
     .description = "two wells, a weak drive and noise",
     .equations = "x' = x - x^3 + a cos(w t) + s xi",
     .where = "a = 0.3; w = 0.1; s = 0.5",
     .reference = "R. Benzi, G. Parisi, A. Sutera, A. Vulpiani, Tellus 34 (1982) 10",
     .start = {1},
     .period = 62.8,
     .bound = 3},
};

}  // namespace

std::span<const ZooSystem> zoo_stochastic() {
  return kStochastic;
}

}  // namespace elto
