// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kBiology[] = {
    {.name = "calcium",
     .use = ZooUse::table,
     .description = "calcium within a cell",
     .equations = "z' = v0 + v1 - v2 + v3 + y - k z; y' = v2 - v3 - y",
     .where = "v0 = 1; "
              "v1 = 2.2; "
              "k = 10; "
              "v2 = 65 z^2 / (1 + z^2); "
              "v3 = 500 y^2 / (4 + y^2) z^4 / (0.9^4 + z^4)",
     .reference = "A. Goldbeter, G. Dupont, M. J. Berridge, Proc. Natl. Acad. Sci. USA 87 (1990) "
                  "1461",
     .start = {0.5, 1.5},
     .period = 2.1,
     .bound = 5},
    {.name = "cell-cycle",
     .use = ZooUse::tuning,
     .description = "maturation factor and cyclin",
     .equations = "u' = k4 (v - u) (a + u^2) - k6 u; v' = k - k6 u",
     .where = "k4 = 180; a = 0.0001; k6 = 1; k = 0.015",
     .reference = "J. J. Tyson, Proc. Natl. Acad. Sci. USA 88 (1991) 7328",
     .start = {0.01, 0.2},
     .period = 36,
     .bound = 0.5},
    {.name = "circadian",
     .use = ZooUse::table,
     .description = "the clock of the fruit fly",
     .equations = "M' = 0.76 / (1 + N^4) - 0.65 M / (0.5 + M); "
                  "A' = 0.38 M - f; "
                  "B' = f - g; "
                  "C' = g - 1.9 C + 1.3 N - 0.95 C / (0.2 + C); "
                  "N' = 1.9 C - 1.3 N",
     .where = "f = 3.2 A / (2 + A) - 1.58 B / (2 + B); g = 5 B / (2 + B) - 2.5 C / (2 + C)",
     .reference = "A. Goldbeter, Proc. R. Soc. B 261 (1995) 319",
     .start = {1, 0.5, 0.5, 0.5, 1},
     .period = 24,
     .bound = 5},
    {.name = "fitzhugh-nagumo",
     .use = ZooUse::table,
     .description = "a nerve that fires",
     .equations = "v' = v - v^3 / 3 - w + I; w' = (v + a - b w) / c",
     .where = "a = 0.7; b = 0.8; c = 12.5; I = 0.5",
     .reference = "R. FitzHugh, Biophys. J. 1 (1961) 445",
     .start = {1, 0.5},
     .period = 39,
     .bound = 3},
    {.name = "four-species",
     .use = ZooUse::tuning,
     .description = "four competitors, chaotic",
     .equations = "a' = a (1 - a - 1.09 b - 1.52 c); "
                  "b' = 0.72 b (1 - b - 0.44 c - 1.36 d); "
                  "c' = 1.53 c (1 - 2.33 a - c - 0.47 d); "
                  "d' = 1.27 d (1 - 1.21 a - 0.51 b - 0.35 c - d)",
     .reference = "J. A. Vano et al., Nonlinearity 19 (2006) 2391",
     .start = {0.3013, 0.4586, 0.1307, 0.3557},
     .period = 34,
     .bound = 1.5},
    {.name = "goodwin",
     .use = ZooUse::tuning,
     .description = "a gene that represses itself",
     .equations = "x' = 1 / (1 + z^n) - a x; y' = x - a y; z' = y - a z",
     .where = "n = 10; a = 0.4",
     .reference = "B. C. Goodwin, Adv. Enzyme Regul. 3 (1965) 425",
     .start = {0.5, 1, 1.5},
     .period = 9.4,
     .bound = 3},
    {.name = "hastings-powell",
     .use = ZooUse::table,
     .description = "a food chain, chaotic",
     .equations = "x' = x (1 - x) - f; y' = f - g - 0.4 y; z' = g - 0.01 z",
     .where = "f = 5 x y / (1 + 3 x); g = 0.1 y z / (1 + 2 y)",
     .reference = "A. Hastings, T. Powell, Ecology 72 (1991) 896",
     .start = {0.8, 0.2, 9},
     .period = 18,
     .bound = 20},
    {.name = "hindmarsh-rose",
     .use = ZooUse::tuning,
     .description = "a nerve that bursts",
     .equations = "x' = y - x^3 + 3 x^2 - z + I; y' = 1 - 5 x^2 - y; z' = r (4 (x + 1.6) - z)",
     .where = "r = 0.006; I = 3.2",
     .reference = "J. L. Hindmarsh, R. M. Rose, Proc. R. Soc. B 221 (1984) 87",
     .start = {-1, -4, 3},
     .period = 18,
     .bound = 15},
    {.name = "hodgkin-huxley",
     .use = ZooUse::tuning,
     .description = "the axon of the squid",
     .equations = "V' = I - 36 n^4 (V + 77) - 120 m^3 h (V - 50) - 0.3 (V + 54.4); "
                  "n' = an (1 - n) - bn n; "
                  "m' = am (1 - m) - bm m; "
                  "h' = ah (1 - h) - bh h",
     .where = "I = 15; "
              "an = 0.01 (V + 55) / (1 - exp(-(V + 55) / 10)); "
              "bn = 0.125 exp(-(V + 65) / 80); "
              "am = 0.1 (V + 40) / (1 - exp(-(V + 40) / 10)); "
              "bm = 4 exp(-(V + 65) / 18); "
              "ah = 0.07 exp(-(V + 65) / 20); "
              "bh = 1 / (1 + exp(-(V + 35) / 10))",
     .reference = "A. L. Hodgkin, A. F. Huxley, J. Physiol. 117 (1952) 500",
     .start = {-60, 0.4, 0.1, 0.4},
     .period = 13,
     .bound = 150},
    {.name = "holling-tanner",
     .use = ZooUse::table,
     .description = "mites that eat mites",
     .equations = "x' = x (1 - x / 7) - 6 x y / (7 + 7 x); y' = 0.2 y (1 - y / (2 x))",
     .reference = "J. T. Tanner, Ecology 56 (1975) 855",
     .start = {3, 3},
     .period = 19,
     .bound = 8},
    {.name = "lotka-volterra",
     .use = ZooUse::tuning,
     .description = "lynx and hare",
     .equations = "predator' = -0.84 predator + 0.026 predator prey; "
                  "prey' = 0.55 prey - 0.028 predator prey",
     .reference = "A. J. Lotka, Proc. Natl. Acad. Sci. USA 6 (1920) 410",
     .start = {4, 30},
     .period = 10,
     .bound = 150,
     .transient = 1,
     .conserved = "0.026 prey - 0.84 log(prey) + 0.028 predator - 0.55 log(predator)"},
    {.name = "morris-lecar",
     .use = ZooUse::tuning,
     .description = "the muscle of a barnacle",
     .equations = "V' = (I - 2 (V + 60) - 4.4 m (V - 120) - 8 w (V + 84)) / 20; "
                  "w' = 0.04 (n - w) cosh((V - 2) / 60)",
     .where = "I = 100; m = (1 + tanh((V + 1.2) / 18)) / 2; n = (1 + tanh((V - 2) / 30)) / 2",
     .reference = "C. Morris, H. Lecar, Biophys. J. 35 (1981) 193",
     .start = {-20, 0.2},
     .period = 85,
     .bound = 80},
    {.name = "repressilator",
     .use = ZooUse::tuning,
     .description = "three genes in a ring",
     .equations = "a' = A + s / (1 + r^2) - a; "
                  "b' = A + s / (1 + p^2) - b; "
                  "c' = A + s / (1 + q^2) - c; "
                  "p' = k (a - p); "
                  "q' = k (b - q); "
                  "r' = k (c - r)",
     .where = "A = 0.216; s = 216; k = 0.2",
     .reference = "M. B. Elowitz, S. Leibler, Nature 403 (2000) 335",
     .start = {10, 20, 30, 15, 25, 5},
     .period = 44,
     .bound = 150},
    {.name = "rosenzweig-macarthur",
     .use = ZooUse::table,
     .description = "prey that are limited, predators that are sated",
     .equations = "x' = x (1 - x / K) - x y / (1 + x); y' = b x y / (1 + x) - c y",
     .where = "K = 4; b = 1; c = 0.5",
     .reference = "M. L. Rosenzweig, R. H. MacArthur, Am. Nat. 97 (1963) 209",
     .start = {1, 1},
     .period = 18,
     .bound = 5},
    {.name = "selkov",
     .use = ZooUse::table,
     .description = "glycolysis",
     .equations = "x' = -x + a y + x^2 y; y' = b - a y - x^2 y",
     .where = "a = 0.08; b = 0.6",
     .reference = "E. E. Selkov, Eur. J. Biochem. 4 (1968) 79",
     .start = {0.6, 1},
     .period = 9.6,
     .bound = 5},
    {.name = "wilson-cowan",
     .use = ZooUse::tuning,
     .description = "nerves that excite and inhibit",
     .equations = "E' = -E + (1 - E) f; I' = -I + (1 - I) g",
     .where = "f = 1 / (1 + exp(-1.3 (16 E - 12 I + 1.25 - 4))) - 1 / (1 + exp(5.2)); "
              "g = 1 / (1 + exp(-2 (15 E - 3 I - 3.7))) - 1 / (1 + exp(7.4))",
     .reference = "H. R. Wilson, J. D. Cowan, Biophys. J. 12 (1972) 1",
     .start = {0.2, 0.1},
     .period = 5,
     .bound = 0.5},
};

}  // namespace

std::span<const ZooSystem> zoo_biology() {
  return kBiology;
}

}  // namespace elto
