// SPDX-License-Identifier: Apache-2.0
// Matrices in the description of a model: a list of rows.
#pragma once

#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/types.hpp"

#include <nlohmann/json.hpp>

namespace elto {

inline nlohmann::json nested(const Matrix& matrix) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto row : matrix.rowwise())
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  return rows;
}

/// Of a file that may be damaged: throws InvalidArgument for rows of another length.
inline Matrix matrix_from(const nlohmann::json& json, Index columns) {
  const auto rows = json.get<std::vector<std::vector<double>>>();
  for (const std::vector<double>& row : rows)  // before there is room for all of them
    require(std::ssize(row) == columns, "a row of a matrix", concat(columns, " numbers"),
            row.size());
  Matrix matrix(std::ssize(rows), columns);
  for (Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = RowVector::Map(rows[static_cast<std::size_t>(i)].data(), columns);
  return matrix;
}

inline nlohmann::json listed(const Vector& vector) {
  return std::vector<double>(vector.begin(), vector.end());
}

inline Vector vector_from(const nlohmann::json& json) {
  const auto numbers = json.get<std::vector<double>>();
  return Vector::Map(numbers.data(), std::ssize(numbers));
}

}  // namespace elto
