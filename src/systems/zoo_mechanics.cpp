// SPDX-License-Identifier: Apache-2.0
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

constexpr ZooSystem kMechanics[] = {
    {.name = "double-pendulum",
     .use = ZooUse::table,
     .description = "two equal pendula, one below the other",
     .equations = "a' = u; "
                  "b' = v; "
                  "u' = -(3 sin(a) + sin(a - 2 b) + 2 sin(d) (v^2 + u^2 cos(d))) / (3 - cos(2 "
                  "d)); "
                  "v' = 2 sin(d) (2 u^2 + 2 cos(a) + v^2 cos(d)) / (3 - cos(2 d))",
     .where = "d = a - b",
     .reference = "T. Shinbrot, C. Grebogi, J. Wisdom, J. A. Yorke, Am. J. Phys. 60 (1992) 491",
     .start = {1, 0.8, 0.1, 0.1},
     .period = 7.7,
     .bound = 3,
     .transient = 1,
     .conserved = "u^2 + v^2 / 2 + u v cos(d) - 2 cos(a) - cos(b)"},
    {.name = "fermi-pasta-ulam",
     .use = ZooUse::tuning,
     .description = "three masses on springs that harden",
     .equations = "q1' = p1; "
                  "q2' = p2; "
                  "q3' = p3; "
                  "p1' = q2 - 2 q1 + a ((q2 - q1)^2 - q1^2); "
                  "p2' = q3 - 2 q2 + q1 + a ((q3 - q2)^2 - (q2 - q1)^2); "
                  "p3' = q2 - 2 q3 + a (q3^2 - (q3 - q2)^2)",
     .where = "a = 0.25",
     .reference = "E. Fermi, J. Pasta, S. Ulam, Report LA-1940, Los Alamos (1955)",
     .start = {0.7, 1, 0.5, 0.1, 0.1, 0.2},
     .period = 7.7,
     .bound = 2,
     .transient = 1,
     .conserved = "(p1^2 + p2^2 + p3^2 + q1^2 + (q2 - q1)^2 + (q3 - q2)^2 + q3^2) / 2 + a / 3 "
                  "(q1^3 + (q2 - q1)^3 + (q3 - q2)^3 - q3^3)"},
    {.name = "foucault",
     .use = ZooUse::tuning,
     .description = "a pendulum on the turning earth",
     .equations = "x' = u; y' = v; u' = 2 W v - x; v' = -2 W u - y",
     .where = "W = 0.05",
     .reference = "L. Foucault, C. R. Acad. Sci. 32 (1851) 135",
     .start = {1, 0.1, 0.1, 0.2},
     .period = 6.4,
     .bound = 2,
     .transient = 1,
     .conserved = "(u^2 + v^2 + x^2 + y^2) / 2"},
    {.name = "henon-heiles",
     .use = ZooUse::table,
     .description = "a star in a galaxy",
     .equations = "x' = u; y' = v; u' = -x - 2 x y; v' = -y - x^2 + y^2",
     .reference = "M. Henon, C. Heiles, Astron. J. 69 (1964) 73",
     .start = {0.1, 0.2, 0.35, 0.2},
     .period = 6.7,
     .bound = 1,
     .transient = 1,
     .conserved = "(u^2 + v^2 + x^2 + y^2) / 2 + x^2 y - y^3 / 3"},
    {.name = "kepler",
     .use = ZooUse::tuning,
     .description = "a planet on an ellipse",
     .equations = "x' = u; y' = v; u' = -x / r^3; v' = -y / r^3",
     .where = "r = sqrt(x^2 + y^2)",
     .reference = "I. Newton, Philosophiae Naturalis Principia Mathematica (1687)",
     .start = {1, 0.1, 0.1, 1.15},
     .period = 12,
     .bound = 5,
     .transient = 1,
     .conserved = "(u^2 + v^2) / 2 - 1 / r"},
    {.name = "kovalevskaya",
     .use = ZooUse::table,
     .description = "a heavy top that can be integrated",
     .equations = "p' = q r / 2; "
                  "q' = (z - p r) / 2; "
                  "r' = -y; "
                  "x' = y r - z q; "
                  "y' = z p - x r; "
                  "z' = x q - y p",
     .reference = "S. Kowalevski, Acta Math. 12 (1889) 177",
     .start = {0.5, 0.3, 1, 0.6, 0.3, 0.7},
     .period = 6,
     .bound = 3,
     .transient = 1,
     .conserved = "p^2 + q^2 + r^2 / 2 + x"},
    {.name = "pendulum-free",
     .use = ZooUse::table,
     .description = "a pendulum that swings far, no friction",
     .equations = "x' = v; v' = -sin(x)",
     .reference = "C. Huygens, Horologium Oscillatorium (1673)",
     .start = {2.5, 0.1},
     .period = 10,
     .bound = 5,
     .transient = 1,
     .conserved = "v^2 / 2 - cos(x)"},
    {.name = "rigid-body",
     .use = ZooUse::table,
     .description = "a body that tumbles freely",
     .equations = "x' = (B - C) / A y z; y' = (C - A) / B z x; z' = (A - B) / C x y",
     .where = "A = 1; B = 2; C = 3",
     .reference = "L. Euler, Mem. Acad. Sci. Berlin 14 (1758) 154",
     .start = {1, 0.5, 1},
     .period = 3.4,
     .bound = 2,
     .transient = 1,
     .conserved = "(A x^2 + B y^2 + C z^2) / 2"},
    {.name = "spring-pendulum",
     .use = ZooUse::table,
     .description = "a pendulum whose rod is a spring",
     .equations = "x' = u; y' = v; u' = -k (1 - 1 / r) x; v' = -k (1 - 1 / r) y - 1",
     .where = "k = 4; r = sqrt(x^2 + y^2)",
     .reference = "A. Vitt, G. Gorelik, J. Tech. Phys. USSR 3 (1933) 294",
     .start = {0.6, -1.2, 0.1, 0.1},
     .period = 3.3,
     .bound = 3,
     .transient = 1,
     .conserved = "(u^2 + v^2) / 2 + k (r - 1)^2 / 2 + y"},
    {.name = "toda",
     .use = ZooUse::tuning,
     .description = "a spring with an exponential force",
     .equations = "x' = v; v' = 1 - exp(x)",
     .reference = "M. Toda, J. Phys. Soc. Japan 22 (1967) 431",
     .start = {1, 0.2},
     .period = 6.7,
     .bound = 3,
     .transient = 1,
     .conserved = "v^2 / 2 + exp(x) - x"},
};

}  // namespace

std::span<const ZooSystem> zoo_mechanics() {
  return kMechanics;
}

}  // namespace elto
