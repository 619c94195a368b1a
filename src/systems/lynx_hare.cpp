// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lynx_hare.hpp"

#include "elto/series/cubic_spline.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

Series lynx_hare() {
  Series series(
      Matrix{{4.0, 30.0},  {6.1, 47.2},  {9.8, 70.2},  {35.2, 77.4}, {59.4, 36.3}, {41.7, 20.6},
             {19.0, 18.1}, {13.0, 21.4}, {8.3, 22.0},  {9.1, 25.4},  {7.4, 27.1},  {8.0, 40.3},
             {12.3, 57.0}, {19.5, 76.6}, {45.7, 52.3}, {51.1, 19.5}, {29.7, 11.2}, {15.8, 7.6},
             {9.7, 14.6},  {10.1, 16.2}, {8.6, 24.7}},
      {"lynx", "hare"});
  series.time = {.name = "year", .values = Vector::LinSpaced(21, 1900.0, 1920.0)};
  return series;
}

Series fine_lynx_hare() {
  constexpr Index kRows = 200;
  const Series table = lynx_hare();
  const auto years = static_cast<double>(table.rows() - 1);
  Series fine(cubic_spline(Vector::LinSpaced(table.rows(), 0.0, years), table.values,
                           Vector::LinSpaced(kRows, 0.0, years)),
              table.channels);
  fine.time = regular_times(kRows, years / static_cast<double>(kRows - 1));
  return fine;
}

}  // namespace elto
