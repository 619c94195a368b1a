// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "pde_job.hpp"
#include "verbs.hpp"

namespace elto::command {

Verb discover_pde_verb() {
  const auto arguments = std::make_shared<PdeArguments>();
  return {
      .name = "discover pde",
      .summary = "Find the partial differential equation of a field",
      .description =
          "Finds u_t as a sum of terms such as u u_x and u_xx, from a field u at places x and "
          "times t. Rectangles are drawn at random, the terms integrated over them and chosen by "
          "regression; that is repeated, so that each coefficient comes with its spread and each "
          "term with how often it was chosen. Noise pulls coefficients towards 0, which no "
          "interval shows: with much noise use --denoise.",
      .positionals = {{"FIELD",
                       "Data file: .mat .npz .h5 .hdf5 with a matrix u or usol, places x and times "
                       "t; .csv .tsv .txt .npy with a row for each time; or built-in data: "
                       "builtin:burgers builtin:burgers-shock builtin:kdv "
                       "builtin:kuramoto-sivashinsky builtin:parametric-burgers",
                       [arguments](const std::string& value) { arguments->data = value; }}},
      .options = options_of(*arguments),
      .examples = {{"elto discover pde field.mat --denoise --report burgers.html",
                    "denoise, find the equation, and a page to look at"},
                   {"elto discover pde field.csv --dx 0.1 --dt 0.01 --highest_order 4",
                    "rows are times; terms up to u_xxxx"},
                   {"elto discover pde builtin:burgers --seed 0 --draws 1",
                    "built-in data, and the equation as it is published"}},
      .run = [arguments] { run_discover_pde(*arguments); }};
}

}  // namespace elto::command
