// SPDX-License-Identifier: Apache-2.0
// Fields among named arrays; the rows and columns of a table are those of a series.
#include "files/field_arrays.hpp"
#include "files/field_file.hpp"
#include "taken_arrays.hpp"
#include "target.hpp"

namespace elto::fuzz {
namespace {

/// Is read again as it was written.
void require_same(const Field& field) {
  const Field again = field_among(field_arrays({{"u", field}}), "written").field;
  if (again.values != field.values || again.space != field.space || again.time != field.time)
    fail("a field has changed on its way through a file");
}

}  // namespace

void try_input(std::string_view bytes) {
  FuzzedDataProvider input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  FieldReadOptions options;
  if (input.ConsumeBool()) options.variable = taken_name(input);
  if (input.ConsumeBool()) options.space = taken_name(input);
  if (input.ConsumeBool()) options.time = taken_name(input);
  if (input.ConsumeBool()) options.space_step = input.ConsumeFloatingPoint<double>();
  if (input.ConsumeBool()) options.time_step = input.ConsumeFloatingPoint<double>();
  options.transposed = input.ConsumeBool();
  const std::vector<NamedArray> arrays = taken_arrays(input);
  for (const FieldReadOptions& each : {FieldReadOptions{}, options})
    tolerate([&] {
      const Field field = field_among(arrays, "input", each).field;
      try {
        require_same(field);
      } catch (const Error& problem) {
        fail(problem.what());
      }
    });
}

}  // namespace elto::fuzz
