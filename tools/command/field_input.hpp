// SPDX-License-Identifier: Apache-2.0
// The field whose equation is looked for: a file, or a built-in one, of which the truth is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elto/series/field.hpp"

#include "common_options.hpp"
#include "files/field_file.hpp"
#include "true_coefficients.hpp"

namespace elto::command {

struct FieldInput {
  Field field = {};
  std::optional<Field> clean = {};      ///< without noise
  std::vector<Coefficient> truth = {};  ///< of its equation; empty: not known
  std::vector<std::string> notes = {};  ///< about how it was read
};

/// "field.mat" or "builtin:burgers"; the clean field from another file, or "". Throws IoError if
/// the two have different grids.
FieldInput read_field_input(const std::string& path, const FieldReadOptions& options,
                            const std::string& clean_path, const CommonOptions& common);

/// --variable, --space, --time, --dx, --dt, --transposed
std::vector<Option> options_of(FieldReadOptions& options);

}  // namespace elto::command
