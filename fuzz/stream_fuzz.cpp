// SPDX-License-Identifier: Apache-2.0
// Rows of a stream, and the state it is taken up from; every input is tried as both.
#include <cmath>

#include "elto/filter/signal_lag_smoother.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/stepper.hpp"

#include "array_file_bytes.hpp"
#include "memory_file.hpp"
#include "row_parser.hpp"
#include "small_model.hpp"
#include "stream_state.hpp"
#include "target.hpp"

namespace elto::fuzz {
namespace {

void try_rows(std::string_view input, const Model& model, command::RowFormat format) {
  command::RowParser parser(model.channels, model.dimension(), format);
  Stepper stepper(model);
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size() - 1) + 1;
    try {
      if (const auto row = parser.parse(input.substr(0, end))) {
        stepper.predict();
        (void)stepper.update(row->values);
      }
    } catch (const command::BadRow&) {  // the next row may be good
    }
    input.remove_prefix(end);
  }
}

template <class RowFilter, class AnyKind>
void try_state(std::string_view bytes, const AnyKind& model) {
  const MemoryFile file(bytes);
  RowFilter filter(model);
  command::read_state(file.path(), filter);
  filter.predict();
  (void)filter.update(RowVector::Constant(model.dimension(), 0.5));
  filter.mean();
  filter.covariance();
  filter.variance();
}

void try_signal_state(std::string_view bytes, const SignalModel& model) {
  const MemoryFile file(bytes);
  SignalLagSmoother smoother(model, 1);
  command::read_state(file.path(), smoother);
  (void)smoother.update(std::isfinite(smoother.time()) ? smoother.time() : 0.0,
                        RowVector::Constant(model.dimension(), 0.5));
  smoother.mean();
  smoother.variance();
}

}  // namespace

void try_input(std::string_view input) {
  static const Model model = small_model(Adapting::no), adapting = small_model(Adapting::yes);
  for (const auto format :
       {command::RowFormat::automatic, command::RowFormat::csv, command::RowFormat::ndjson})
    tolerate([&] { try_rows(input, model, format); });
  const std::string state = mended(input);
  tolerate([&] { try_state<Stepper>(state, model); });
  tolerate([&] { try_state<Stepper>(state, adapting); });
  static const StateModel state_model = small_state_model();
  tolerate([&] { try_state<StateFilter>(state, state_model); });
  static const SignalModel signal_model = small_signal_model();
  tolerate([&] { try_signal_state(state, signal_model); });
}

}  // namespace elto::fuzz
