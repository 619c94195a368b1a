// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "elto/core/text.hpp"

#include "manual.hpp"
#include "output_file.hpp"
#include "verbs.hpp"
#include "zoo_page.hpp"

namespace elto::command {
namespace {

std::string manual_of_kind(const std::string& kind) {
  if (kind == "man") return man_page(all_verbs());
  if (kind == "markdown") return markdown_manual(all_verbs());
  if (kind == "zoo") return zoo_page();
  throw UsageError(concat("no manual of the kind '", kind, "'; man, markdown or zoo"));
}

}  // namespace

Verb manual_verb() {
  const auto kind = std::make_shared<std::string>("man");
  return {.name = "manual",
          .summary = "The whole manual, as a man page or Markdown",
          .description =
              "Prints the manual that all help pages are part of; zoo: the page of the "
              "systems that elto simulate has, with their equations.",
          .positionals = {{"KIND",
                           "man, markdown or zoo",
                           [kind](const std::string& value) { *kind = value; },
                           false,
                           {"man", "markdown", "zoo"}}},
          .options = {},
          .examples = {{"elto manual | man -l -", "read it"}},
          .run = [kind] { write_text("-", manual_of_kind(*kind), {}); }};
}

}  // namespace elto::command
