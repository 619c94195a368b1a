// SPDX-License-Identifier: Apache-2.0
// Equations that were found as one HTML file: the equations, the data that they were found in, what
// is said about each coefficient, and how the number of terms was chosen. The file needs nothing
// beside it and no network.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

#include "report/found_equation.hpp"
#include "report/report.hpp"

namespace elto {

/// A field to look at, T x D.
struct ShownField {
  std::string caption = {};
  std::string remark = {};  ///< "mean squared error 0.008"
  Matrix values = {};
};

/// The axes that all fields have in common.
struct FieldAxes {
  double first_place = 0.0, last_place = 1.0;
  double first_time = 0.0, last_time = 1.0;
};

/// What a curve is, which gives it its colour.
enum class CurveRole { measured, estimate, truth, trajectory };

struct Curve {
  CurveRole role = CurveRole::measured;
  std::string name = {};
  Vector values = {};
};

/// Curves over the axis that all charts have in common.
struct CurveChart {
  std::string caption = {};
  std::vector<Curve> curves = {};
};

/// Other equations for the same series, and the logarithm of how much likelier those found are.
struct RunnerUp {
  std::vector<FoundEquation> equations = {};
  double behind = 0.0;
};

/// What the errors of coefficients have to do with each other.
struct Correlations {
  std::vector<std::string> names = {};
  Matrix values = {};
};

struct DiscoveryReport {
  std::string title = {}, subtitle = {};
  std::vector<std::string> sentences = {};  ///< under the equations
  bool is_sure = true;                      ///< whether most draws agree
  std::vector<FoundEquation> equations = {};
  std::vector<ShownField> fields = {};  ///< none for a series
  FieldAxes axes = {};
  std::string charts_title = {};  ///< "Slices"
  std::string axis_name = {};     ///< "x"
  Vector axis = {};
  std::vector<CurveChart> charts = {};
  std::vector<RunnerUp> runners_up = {};
  Correlations correlations = {};  ///< may be empty
  std::vector<CardSection> card = {};
};
/// Throws InvalidArgument for a report without equations, for curves that are not as long as the
/// axis and for fields of different shapes.
void validate(const DiscoveryReport& report);

std::string to_html(const DiscoveryReport& report);

}  // namespace elto
