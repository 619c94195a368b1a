// SPDX-License-Identifier: Apache-2.0
#include "hdf5.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "unpacked_limit.hpp"

#include <hdf5.h>

namespace elto {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t kGrowth = std::size_t{1} << 20;  // of a file in memory, at a time
/// An open object of the HDF5 library; throws where opening has failed.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);

  Handle(hid_t id, Closer close, std::string_view file, std::string_view attempt)
      : id_(id), close_(close) {
    if (id < 0) throw IoError(file, concat("HDF5: cannot ", attempt));
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  operator hid_t() const { return id_; }  // NOLINT: it stands for the object in every call

 private:
  hid_t id_;
  Closer close_;
};

void check(herr_t status, std::string_view file, std::string_view attempt) {
  if (status < 0) throw IoError(file, concat("HDF5: cannot ", attempt));
}

void silence_hdf5() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Handle memory_access(std::string_view file) {
  return {H5Pcreate(H5P_FILE_ACCESS), H5Pclose, file, "work in memory"};
}

// ---- reading ------------------------------------------------------------------------------------

struct Dataset {
  const Handle& id;
  std::string_view file;  // for messages
  std::size_t rows = 1, cols = 1;

  std::size_t count() const { return rows * cols; }
};

void read_numbers(NamedArray& array, const Dataset& data) {
  RowMajor values(static_cast<Index>(data.rows), static_cast<Index>(data.cols));
  check(H5Dread(data.id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        data.file, concat("read '", array.name, "'"));
  array.values = values;
}

// The library converts no enumeration to a number, but it does convert the integers behind it.
void read_enumeration(NamedArray& array, const Dataset& data, hid_t type) {
  RowMajor values(static_cast<Index>(data.rows), static_cast<Index>(data.cols));
  const std::string attempt = concat("read '", array.name, "'");
  const Handle integer(H5Tget_super(type), H5Tclose, data.file, attempt);
  if (H5Tget_size(type) > sizeof(double))
    throw IoError(data.file, concat("HDF5: cannot ", attempt));
  check(H5Dread(data.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), data.file, attempt);
  check(H5Tconvert(integer, H5T_NATIVE_DOUBLE, data.count(), values.data(), nullptr, H5P_DEFAULT),
        data.file, attempt);
  array.values = values;
}

void read_fixed_strings(NamedArray& array, const Dataset& data, hid_t type, hid_t memory_type) {
  const std::size_t width = H5Tget_size(type) + 1;  // with the zero at the end
  const std::string attempt = concat("read '", array.name, "'");
  check(H5Tset_size(memory_type, width), data.file, attempt);
  std::string all(data.count() * width, '\0');
  check(H5Dread(data.id, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), data.file,
        attempt);
  for (std::size_t i = 0; i < data.count(); ++i) array.strings.emplace_back(all.data() + i * width);
}

void read_variable_strings(NamedArray& array, const Dataset& data, hid_t memory_type) {
  const std::string attempt = concat("read '", array.name, "'");
  check(H5Tset_size(memory_type, H5T_VARIABLE), data.file, attempt);
  std::vector<char*> all(data.count(), nullptr);
  check(H5Dread(data.id, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), data.file,
        attempt);
  for (const char* text : all) array.strings.emplace_back(text == nullptr ? "" : text);
  const Handle space(H5Dget_space(data.id), H5Sclose, data.file, attempt);
  H5Dvlen_reclaim(memory_type, space, H5P_DEFAULT, all.data());
}

void read_strings(NamedArray& array, const Dataset& data, hid_t type) {
  const std::string attempt = concat("read '", array.name, "'");
  const Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose, data.file, attempt);
  check(H5Tset_cset(memory_type, H5Tget_cset(type)), data.file, attempt);
  if (H5Tis_variable_str(type) > 0)
    read_variable_strings(array, data, memory_type);
  else
    read_fixed_strings(array, data, type, memory_type);
}

// Rows and columns; what is no matrix has a problem instead.
void take_shape(NamedArray& array, Dataset& data, hsize_t largest, hsize_t file_size) {
  const Handle space(H5Dget_space(data.id), H5Sclose, data.file, "read a shape");
  const int rank = H5Sget_simple_extent_ndims(space);
  if (H5Sget_simple_extent_type(space) == H5S_NULL) array.problem = "is empty";
  if (rank < 0 || rank > 2) array.problem = concat("has ", rank, " dimensions");
  if (!array.problem.empty()) return;
  std::array<hsize_t, 2> sizes = {1, 1};
  check(H5Sget_simple_extent_dims(space, sizes.data(), nullptr), data.file, "read a shape");
  const bool is_empty = sizes[0] == 0 || sizes[1] == 0;
  if (is_empty ? !is_possible_when_empty(sizes[0], sizes[1], file_size)
               : sizes[0] > largest / sizes[1])
    throw IoError(data.file, concat("array '", array.name, "' is larger than the file can hold"));
  data.rows = sizes[0];
  data.cols = sizes[1];
}

NamedArray read_dataset(hid_t file, const std::string& name, hsize_t file_size,
                        std::string_view file_name) {
  NamedArray array{.name = name};
  const Handle id(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, file_name,
                  concat("open '", name, "'"));
  Dataset data{.id = id, .file = file_name};
  const Handle type(H5Dget_type(id), H5Tclose, file_name, concat("open '", name, "'"));
  const std::size_t width = std::max(H5Tget_size(type), sizeof(double));
  take_shape(array, data, unpacked_limit(file_size, kDeflateRatio) / width, file_size);
  if (!array.problem.empty()) return array;
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
      read_numbers(array, data);
      break;
    case H5T_ENUM:
      read_enumeration(array, data, type);
      break;
    case H5T_STRING:
      read_strings(array, data, type);
      break;
    case H5T_COMPOUND:
      array.problem = "is compound, as tables and complex numbers are";
      break;
    default:
      array.problem = "is of a kind that is not read";
  }
  return array;
}

std::vector<std::string> dataset_names(hid_t file, std::string_view file_name) {
  std::vector<std::string> names;
  const auto add = [](hid_t group, const char* name, const H5L_info_t* link, void* list) -> herr_t {
    H5O_info_t facts;
    const bool inside = link->type == H5L_TYPE_HARD || link->type == H5L_TYPE_SOFT;
    if (inside && H5Oget_info_by_name(group, name, &facts, H5P_DEFAULT) >= 0 &&
        facts.type == H5O_TYPE_DATASET)
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  check(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names), file_name,
        "list the root group");
  return names;
}

// ---- writing ------------------------------------------------------------------------------------

constexpr std::string_view kOutput = "HDF5 output";

void write_dataset(hid_t file, const NamedArray& array, hid_t type,
                   const std::vector<hsize_t>& size, const void* data) {
  const std::string attempt = concat("write '", array.name, "'");
  const Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                     H5Sclose, kOutput, attempt);
  const Handle plan(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, kOutput, attempt);
  // Without times, the same arrays give the same bytes.
  check(H5Pset_obj_track_times(plan, false), kOutput, attempt);
  const Handle id(H5Dcreate2(file, array.name.c_str(), type, space, H5P_DEFAULT, plan, H5P_DEFAULT),
                  H5Dclose, kOutput, attempt);
  check(H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), kOutput, attempt);
}

void write_numbers(hid_t file, const NamedArray& array) {
  const auto rows = static_cast<hsize_t>(array.values.rows());
  const auto cols = static_cast<hsize_t>(array.values.cols());
  const RowMajor values = array.values;
  write_dataset(file, array, H5T_NATIVE_DOUBLE,
                is_vector(array) ? std::vector{rows} : std::vector{rows, cols}, values.data());
}

void write_strings(hid_t file, const NamedArray& array) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, kOutput, "write text");
  check(H5Tset_size(type, H5T_VARIABLE), kOutput, "write text");
  check(H5Tset_cset(type, H5T_CSET_UTF8), kOutput, "write text");
  std::vector<const char*> strings;
  for (const std::string& text : array.strings) strings.push_back(text.c_str());
  write_dataset(file, array, type, {strings.size()}, strings.data());
}

}  // namespace

std::vector<NamedArray> parse_hdf5(std::string_view bytes, std::string_view name_for_messages) {
  silence_hdf5();
  const Handle access = memory_access(name_for_messages);
  check(H5Pset_fapl_core(access, kGrowth, false), name_for_messages, "work in memory");
  // The library copies the image and does not write to ours; an empty one it refuses.
  const bool copied = H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size()) >= 0;
  const hid_t opened = copied ? H5Fopen("image", H5F_ACC_RDONLY, access) : H5I_INVALID_HID;
  if (opened < 0) throw IoError(name_for_messages, "is not an HDF5 file, or is damaged");
  const Handle file(opened, H5Fclose, name_for_messages, "open");
  std::vector<NamedArray> arrays;
  for (const std::string& name : dataset_names(file, name_for_messages))
    arrays.push_back(read_dataset(file, name, bytes.size(), name_for_messages));
  return arrays;
}

std::vector<NamedArray> read_hdf5(const std::filesystem::path& path) {
  return parse_hdf5(read_whole_file(path), path.string());
}

std::string to_hdf5(const std::vector<NamedArray>& arrays) {
  silence_hdf5();
  const Handle access = memory_access(kOutput);
  check(H5Pset_fapl_core(access, kGrowth, false), kOutput, "work in memory");
  const Handle file(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, kOutput,
                    "work in memory");
  for (const NamedArray& array : arrays)
    array.strings.empty() ? write_numbers(file, array) : write_strings(file, array);
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), kOutput, "write");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw IoError(kOutput, "cannot be written");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) != size)
    throw IoError(kOutput, "cannot be written");
  return bytes;
}

}  // namespace elto
