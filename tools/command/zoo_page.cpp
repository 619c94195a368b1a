// SPDX-License-Identifier: Apache-2.0
#include "zoo_page.hpp"

#include "elto/core/text.hpp"
#include "elto/systems/zoo.hpp"

namespace elto::command {
namespace {

std::string size_of(const ZooSystem& system) {
  const EquationsOfMotion equations = equations_of(system);
  std::string size = text(equations.dimension());
  if (equations.degree()) size += concat(", degree ", *equations.degree());
  return size;
}

std::string row_of(const ZooSystem& system) {
  std::string equations = concat("`", system.equations, "`");
  if (!system.where.empty()) equations += concat("<br>where `", system.where, "`");
  if (!system.conserved.empty()) equations += concat("<br>keeps `", system.conserved, "`");
  return concat("| ", system.name, " | ", system.description, " | ", equations, " | ",
                size_of(system), " | ", system.period, " | ",
                system.use == ZooUse::tuning ? "tuning" : "table", " | ", system.reference, " |\n");
}

}  // namespace

std::string zoo_page() {
  std::string page =
      "# The zoo\n\n"
      "<!-- Made by `elto manual zoo`; a test compares. -->\n\n";
  page += concat(
      text(zoo().size()),
      " systems, each from its published equations. `elto simulate NAME` makes a noisy series of "
      "one, `builtin:NAME` is\none for every verb: 1000 rows, 50 to a period, noise of 10 % of "
      "each channel's standard deviation, from a random start\nafter a transient. Names that had a "
      "simulation before (lorenz-63, lorenz-96, lotka-volterra, van-der-pol) keep it there.\nWhere "
      "a paper leaves parameters open they are such that the system oscillates.\n\n"
      "How to read the equations: factors stand side by side, t is the time, x_tau is x a time tau "
      "ago, xi is white noise\n(Ito's, another one in each equation), step(x) is 0 below 0 and 1 "
      "from there on. \"Size\" is the number of states, and\nthe degree where all right-hand sides "
      "are polynomials in them. Models are tuned with one half of the systems of a\nclass, tables "
      "are made with the other.\n");
  for (const ZooKind kind : kZooKinds) {
    std::string title(title_of(kind));
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    page += concat("\n## ", title,
                   "\n\n| name | what | equations | size | period | for | reference |\n"
                   "|---|---|---|---|---|---|---|\n");
    for (const ZooSystem& system : zoo())
      if (system.kind == kind) page += row_of(system);
  }
  return page;
}

}  // namespace elto::command
