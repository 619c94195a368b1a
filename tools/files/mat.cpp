// SPDX-License-Identifier: Apache-2.0
#include "mat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/io/utf8.hpp"
#include "elto/io/whole_file.hpp"

#include "mat_elements.hpp"
#include "unpacked_limit.hpp"

#include <matio.h>

namespace elto {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderSize = kMatHeaderSize;
constexpr std::string_view kOtherCells = "is a cell array of other things than strings";

struct Close {
  void operator()(mat_t* file) const { Mat_Close(file); }
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using File = std::unique_ptr<mat_t, Close>;
using Variable = std::unique_ptr<matvar_t, Close>;

// matio prints, and ends the program on some errors, unless it is told where messages go.
void silence_matio() {
  Mat_LogInitFunc("elto", [](int, char*) {});
}

std::uintmax_t count_of(const matvar_t& variable, std::uintmax_t largest) {
  const std::span sizes(variable.dims, static_cast<std::size_t>(variable.rank));
  if (std::find(sizes.begin(), sizes.end(), 0U) != sizes.end()) return 0;
  std::uintmax_t count = 1;
  for (const std::size_t size : sizes) {
    if (count > largest / size) return largest + 1;
    count *= size;
  }
  return count;
}

// ---- reading ------------------------------------------------------------------------------------

// Version 4 has no magic number: anything passes for it. Version 7.3 is HDF5, which counts itself.
std::uintmax_t checked_size(const fs::path& path) {
  const std::string bytes = read_whole_file(path);
  const std::string_view end =
      bytes.size() < kHeaderSize ? "" : std::string_view(bytes).substr(kHeaderSize - 4, 4);
  const bool version_5 =
      end == std::string_view("\0\1IM", 4) || end == std::string_view("\1\0MI", 4);
  const bool version_73 = end == std::string_view("\0\2IM", 4);
  if (!version_5 && !version_73)
    throw IoError(path.string(), "is not a MAT file of version 5 or later");
  if (version_5 && !has_whole_elements(bytes)) throw IoError(path.string(), "is truncated");
  return bytes.size();
}

bool is_number(const matvar_t& variable) {
  return variable.class_type >= MAT_C_DOUBLE && variable.class_type <= MAT_C_UINT64;
}

bool is_wide(const matvar_t& text) {
  return text.data_type == MAT_T_UINT16 || text.data_type == MAT_T_UTF16;
}

// Of numbers, text or cells: shape and content are stored apart, and matio does not notice when
// there is less content than the shape asks for.
bool is_whole(const matvar_t& variable) {
  std::size_t width = 0;
  if (is_number(variable))
    width = Mat_SizeOfClass(variable.class_type);
  else if (variable.class_type == MAT_C_CHAR)
    width = is_wide(variable) ? sizeof(std::uint16_t) : 1;
  else
    width = sizeof(matvar_t*);
  if (variable.data == nullptr) return !is_number(variable) || count_of(variable, 0) == 0;
  const std::size_t most = variable.nbytes / width;
  // The size of UTF-8 counts characters; one row of it is read to its last byte.
  const bool to_the_end = variable.data_type == MAT_T_UTF8 && variable.dims[0] == 1;
  return to_the_end || count_of(variable, most) <= most;
}

std::string from_utf16(const std::uint16_t* units, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t character = units[i];
    const bool leads = character >= 0xD800 && character < 0xDC00 && i + 1 < count &&
                       units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000;
    if (leads) character = 0x10000 + ((character - 0xD800) << 10) + (units[++i] - 0xDC00U);
    append_utf8(text, character);
  }
  return text;
}

// The rows of a character matrix, each without the blanks that fill it up.
std::vector<std::string> read_characters(const matvar_t& variable) {
  const std::size_t rows = variable.dims[0], cols = variable.dims[1];
  if (variable.data == nullptr || rows * cols == 0) return {""};
  if (variable.data_type == MAT_T_UTF8 && rows == 1)
    return {std::string(static_cast<const char*>(variable.data), variable.nbytes)};
  const bool wide = is_wide(variable);
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::uint16_t> units;
    for (std::size_t j = 0; j < cols; ++j)
      units.push_back(wide ? static_cast<const std::uint16_t*>(variable.data)[i + j * rows]
                           : static_cast<const std::uint8_t*>(variable.data)[i + j * rows]);
    strings.push_back(from_utf16(units.data(), units.size()));
    if (rows > 1) strings.back().erase(strings.back().find_last_not_of(' ') + 1);
  }
  return strings;
}

std::span<const matvar_t* const> cells_of(const matvar_t& variable) {
  if (variable.data == nullptr) return {};
  return {static_cast<const matvar_t* const*>(variable.data), variable.dims[0] * variable.dims[1]};
}

// What a cell is stands before its content, which of anything but a string may claim any size.
bool holds_strings(const matvar_t& variable, std::uintmax_t largest) {
  const auto cells = cells_of(variable);
  return std::all_of(cells.begin(), cells.end(), [&](const matvar_t* cell) {
    return cell != nullptr && cell->class_type == MAT_C_CHAR && cell->rank == 2 &&
           count_of(*cell, largest) <= largest;
  });
}

// Empty if one of the cells holds anything but one string.
std::vector<std::string> read_cells(const matvar_t& variable) {
  std::vector<std::string> strings;
  for (const matvar_t* const cell : cells_of(variable)) {
    if (!is_whole(*cell)) return {};
    std::vector<std::string> one = read_characters(*cell);
    if (one.size() != 1) return {};
    strings.push_back(std::move(one.front()));
  }
  return strings;
}

template <class Element>
Matrix as_matrix(const matvar_t& variable) {
  using Elements = Eigen::Matrix<Element, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Elements>(static_cast<const Element*>(variable.data),
                                    static_cast<Index>(variable.dims[0]),
                                    static_cast<Index>(variable.dims[1]))
      .template cast<double>();
}

// Programs that go through complex numbers leave traces of them: parts that mean nothing.
void read_complex(NamedArray& array, const matvar_t& variable) {
  constexpr double kTrace = 1e-5;
  const auto* const parts = static_cast<const mat_complex_split_t*>(variable.data);
  const auto part = [&](void* data) {
    matvar_t real = variable;
    real.data = data;
    return as_matrix<double>(real);
  };
  if (variable.class_type == MAT_C_DOUBLE && parts != nullptr && variable.nbytes > 0) {
    Matrix real = part(parts->Re);
    const double imaginary = part(parts->Im).cwiseAbs().maxCoeff();
    if (imaginary <= kTrace * real.cwiseAbs().maxCoeff()) {
      array.values = std::move(real);
      array.imaginary = imaginary;
      return;
    }
  }
  array.problem = "is complex";
}

void read_content(NamedArray& array, const matvar_t& variable) {
  if (variable.isComplex != 0) return read_complex(array, variable);
  switch (variable.class_type) {
    case MAT_C_DOUBLE:
      array.values = as_matrix<double>(variable);
      return;
    case MAT_C_SINGLE:
      array.values = as_matrix<float>(variable);
      return;
    case MAT_C_INT8:
      array.values = as_matrix<std::int8_t>(variable);
      return;
    case MAT_C_UINT8:
      array.values = as_matrix<std::uint8_t>(variable);
      return;
    case MAT_C_INT16:
      array.values = as_matrix<std::int16_t>(variable);
      return;
    case MAT_C_UINT16:
      array.values = as_matrix<std::uint16_t>(variable);
      return;
    case MAT_C_INT32:
      array.values = as_matrix<std::int32_t>(variable);
      return;
    case MAT_C_UINT32:
      array.values = as_matrix<std::uint32_t>(variable);
      return;
    case MAT_C_INT64:
      array.values = as_matrix<std::int64_t>(variable);
      return;
    case MAT_C_UINT64:
      array.values = as_matrix<std::uint64_t>(variable);
      return;
    case MAT_C_CHAR:
      array.strings = read_characters(variable);
      return;
    case MAT_C_CELL:
      array.strings = read_cells(variable);
      if (array.strings.empty()) array.problem = kOtherCells;
      return;
    case MAT_C_STRUCT:
      array.problem = "is a structure";
      return;
    case MAT_C_SPARSE:
      array.problem = "is sparse";
      return;
    default:
      array.problem = "is of a kind that is not read";
  }
}

NamedArray read_variable(mat_t* file, matvar_t& variable, std::uintmax_t file_size,
                         const std::string& path) {
  NamedArray array{.name = variable.name == nullptr ? "" : variable.name};
  const auto fail = [&](std::string_view problem) {
    throw IoError(path, concat("array '", array.name, "' ", problem));
  };
  if (variable.rank != 2) {
    array.problem = concat("has ", variable.rank, " dimensions");
  } else if (!is_number(variable) && variable.class_type != MAT_C_CHAR &&
             variable.class_type != MAT_C_CELL) {
    read_content(array, variable);  // only says what it is; its data may claim any size
  } else {
    const std::uintmax_t largest = unpacked_limit(file_size, kDeflateRatio) / sizeof(double);
    const std::uintmax_t parts = variable.isComplex != 0 ? 2 : 1;
    const std::uintmax_t count = count_of(variable, largest);
    if (count > largest / parts ||
        (count == 0 && !is_possible_when_empty(variable.dims[0], variable.dims[1], file_size)))
      fail("is larger than the file can hold");
    if (variable.class_type == MAT_C_CELL && !holds_strings(variable, largest)) {
      array.problem = kOtherCells;
      return array;
    }
    if (Mat_VarReadDataAll(file, &variable) != 0) fail("is damaged");
    if (!is_whole(variable)) fail("is damaged");
    read_content(array, variable);
  }
  return array;
}

// ---- writing ------------------------------------------------------------------------------------

/// A folder for one file; matio writes nowhere else.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "elto-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw IoError(path_, "cannot be made");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  fs::path operator/(std::string_view name) const { return fs::path(path_) / name; }

 private:
  std::string path_;
};

// As UTF-8, because SciPy takes wider units for bytes. The size counts characters, not bytes.
Variable make_string(std::string text) {
  std::array<std::size_t, 2> dims = {text.empty() ? 0U : 1U, from_utf8(text).size()};
  return Variable(Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UTF8, 2, dims.data(), text.data(), 0));
}

Variable make_variable(const NamedArray& array) {
  const char* const name = array.name.c_str();
  if (array.strings.empty()) {
    std::array<std::size_t, 2> dims = {static_cast<std::size_t>(array.values.rows()),
                                       static_cast<std::size_t>(array.values.cols())};
    // The pointer is read only, whatever its type says.
    return Variable(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims.data(),
                                  const_cast<double*>(array.values.data()), MAT_F_DONT_COPY_DATA));
  }
  std::array<std::size_t, 2> dims = {array.strings.size(), 1};
  Variable cell(Mat_VarCreate(name, MAT_C_CELL, MAT_T_CELL, 2, dims.data(), nullptr, 0));
  for (std::size_t i = 0; cell && i < array.strings.size(); ++i)
    Mat_VarSetCell(cell.get(), static_cast<int>(i), make_string(array.strings[i]).release());
  return cell;
}

// A file that holds all the numbers is not smaller.
std::size_t least_size(const std::vector<NamedArray>& arrays) {
  std::size_t size = kHeaderSize;
  for (const NamedArray& array : arrays)
    size += static_cast<std::size_t>(array.values.size()) * sizeof(double);
  return size;
}

}  // namespace

std::vector<NamedArray> read_mat(const fs::path& path) {
  silence_matio();
  const std::uintmax_t size = checked_size(path);
  const File file(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (!file) throw IoError(path.string(), "is not a MAT file");
  std::vector<NamedArray> arrays;
  while (const Variable variable{Mat_VarReadNextInfo(file.get())})
    arrays.push_back(read_variable(file.get(), *variable, size, path.string()));
  return arrays;
}

std::string to_mat(const std::vector<NamedArray>& arrays) {
  silence_matio();
  const TemporaryFolder folder;
  const fs::path path = folder / "series.mat";
  File file(Mat_CreateVer(path.c_str(), "MATLAB 5.0 MAT-file, written by elto", MAT_FT_MAT5));
  if (!file) throw IoError(path.string(), "cannot be written");
  for (const NamedArray& array : arrays) {
    const Variable variable = make_variable(array);
    if (!variable || Mat_VarWrite(file.get(), variable.get(), MAT_COMPRESSION_NONE) != 0)
      throw IoError(path.string(), concat("array '", array.name, "' cannot be written"));
  }
  if (Mat_Close(file.release()) != 0) throw IoError(path.string(), "cannot be written");
  std::string bytes = read_whole_file(path);
  // matio does not notice a full disk either.
  if (bytes.size() < least_size(arrays) || !has_whole_elements(bytes))
    throw IoError(path.string(), "cannot be written whole; is the disk full?");
  return bytes;
}

}  // namespace elto
