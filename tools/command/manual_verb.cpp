// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "elto/core/text.hpp"

#include "manual.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace elto::command {

Verb manual_verb() {
  const auto kind = std::make_shared<std::string>("man");
  return {.name = "manual",
          .summary = "The whole manual, as a man page or Markdown",
          .description = "Prints the manual that all help pages are part of.",
          .positionals = {{"KIND",
                           "man or markdown",
                           [kind](const std::string& value) { *kind = value; },
                           false,
                           {"man", "markdown"}}},
          .options = {},
          .examples = {{"elto manual | man -l -", "read it"}},
          .run = [kind] {
            if (*kind != "man" && *kind != "markdown")
              throw UsageError(concat("no manual of the kind '", *kind, "'; man or markdown"));
            write_text("-", *kind == "man" ? man_page(all_verbs()) : markdown_manual(all_verbs()),
                       {});
          }};
}

}  // namespace elto::command
