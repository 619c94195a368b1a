// SPDX-License-Identifier: Apache-2.0
// Writes the seeds that are not text, made by our own writers: fuzz_seeds FOLDER. They are not kept
// as files, because they would fall behind the formats.
#include <filesystem>
#include <limits>

#include "elto/filter/signal_lag_smoother.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/io/npy.hpp"
#include "elto/io/whole_file.hpp"
#include "elto/model/model_file.hpp"
#include "elto/model/signal_model_file.hpp"
#include "elto/model/state_model_file.hpp"

#include "array_file_bytes.hpp"
#include "files/mat.hpp"
#include "files/npz.hpp"
#include "small_model.hpp"
#include "stream_state.hpp"
#include "target.hpp"

namespace elto::fuzz {
namespace {

Series small_series() {
  constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
  Series series(Matrix{{1.0, -2.5}, {kMissing, kMissing}, {0.1, 1e300}}, {"x", "höhe"});
  series.time = {"day",
                 Vector{{1.7e9, 1.7e9 + 60.0, 1.7e9 + 120.0}},
                 {"2023-11-14", "2023-11-14 22:14", "2023-11-14T22:15Z"}};
  return series;
}

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void write(const std::string& target, const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories(folder_ / target);
    write_whole_file(folder_ / target / name, bytes);
  }

  /// Both forms of an array file.
  void write_array_file(const std::string& target, const std::string& name,
                        const std::filesystem::path& file) const {
    const std::string bytes = read_whole_file(file);
    write(target, name, header_and_data(bytes));
    write(target, name + "_whole", std::string_view(bytes).substr(0, bytes.size() - 8));
    std::filesystem::remove(file);
  }

  std::filesystem::path scratch() const { return folder_ / "scratch"; }

 private:
  std::filesystem::path folder_;
};

void write_seeds(const Seeds& seeds) {
  const Series series = small_series();
  const std::vector<NamedArray> arrays = to_arrays(series);
  seeds.write("npy", "matrix", to_npy(series.values));
  seeds.write("npy", "vector", to_npy(series.time.values));
  seeds.write("npy", "text", to_npy(series.channels));
  seeds.write("npz", "series", to_npz(arrays));
  seeds.write("npz", "values", to_npz({arrays.front()}));
  seeds.write("mat", "series", to_mat(arrays));
  seeds.write("mat", "values", to_mat({arrays.front()}));
  const SignalModel signal_model = small_signal_model();
  save(signal_model, seeds.scratch());
  seeds.write_array_file("model", "signal", seeds.scratch());
  SignalLagSmoother lagged(signal_model, 1);
  (void)lagged.update(0.0, RowVector{{0.5, -0.25}});
  command::write_state({.rows = 1, .format = "csv", .answer = "0.5\n", .times = {"0"}}, lagged,
                       seeds.scratch());
  seeds.write_array_file("stream", "signal", seeds.scratch());
  const StateModel state_model = small_state_model();
  save(state_model, seeds.scratch());
  seeds.write_array_file("model", "state", seeds.scratch());
  StateFilter filter(state_model);
  filter.predict();
  (void)filter.update(RowVector{{0.5, -0.25}});
  command::write_state({.rows = 1, .format = "csv", .answer = "0.5\n"}, filter, seeds.scratch());
  seeds.write_array_file("stream", "state", seeds.scratch());
  for (const auto& [name, adapting] :
       {std::pair{"plain", Adapting::no}, {"adapting", Adapting::yes}}) {
    const Model model = small_model(adapting);
    save(model, seeds.scratch());
    seeds.write_array_file("model", name, seeds.scratch());
    Stepper stepper(model);
    stepper.predict();
    (void)stepper.update(RowVector{{0.5, -0.25}});
    command::write_state({.rows = 1, .format = "csv", .answer = "0.5\n"}, stepper, seeds.scratch());
    seeds.write_array_file("stream", name, seeds.scratch());
  }
}

}  // namespace
}  // namespace elto::fuzz

int main(int count, char** arguments) {
  if (count != 2) return 2;
  elto::fuzz::write_seeds(elto::fuzz::Seeds(arguments[1]));
  return 0;
}
