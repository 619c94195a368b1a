// SPDX-License-Identifier: Apache-2.0
#include "data_file.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/npy.hpp"
#include "elto/io/read_series.hpp"
#include "elto/io/whole_file.hpp"

#include "hdf5.hpp"
#include "mat.hpp"
#include "npz.hpp"

namespace elto {
namespace {

constexpr std::string_view kStandard = "-";

std::string comma_separated(const Series& series) {
  return to_csv(series);
}
std::string tab_separated(const Series& series) {
  return to_csv(series, '\t');
}
std::string npy(const Series& series) {
  return to_npy(series.values);
}
template <auto read_arrays>
Series from_arrays(const std::filesystem::path& path, const ReadOptions& options) {
  return to_series(read_arrays(path), path.string(), options);
}

template <auto to_bytes>
std::string in_arrays(const Series& series) {
  return to_bytes(to_arrays(series));
}

struct Access {
  Series (*read)(const std::filesystem::path&, const ReadOptions&);
  std::string (*bytes)(const Series&);
  // Where it can hold several.
  std::string (*array_bytes)(const std::vector<NamedArray>&) = nullptr;
  std::vector<NamedArray> (*arrays)(const std::filesystem::path&) = nullptr;
};

struct Format {
  DataFormat facts;
  Access access;
};

constexpr std::array<Format, 8> kFormats = {
    {{{".csv", "comma-separated text"}, {read_series, comma_separated}},
     {{".tsv", "tab-separated text"}, {read_series, tab_separated}},
     {{".txt", "comma-separated text"}, {read_series, comma_separated}},
     {{".npy", "NumPy array, values only"}, {read_series, npy}},
     {{".npz", "NumPy archive"}, {from_arrays<read_npz>, in_arrays<to_npz>, to_npz, read_npz}},
     {{".mat", "MATLAB"}, {from_arrays<read_mat>, in_arrays<to_mat>, to_mat, read_mat}},
     {{".h5", "HDF5"}, {from_arrays<read_hdf5>, in_arrays<to_hdf5>, to_hdf5, read_hdf5}},
     {{".hdf5", "HDF5"}, {from_arrays<read_hdf5>, in_arrays<to_hdf5>, to_hdf5, read_hdf5}}}};

std::string known_extensions() {
  std::string list;
  for (const Format& format : kFormats)
    list.append(list.empty() ? "" : ", ").append(format.facts.extension);
  return list;
}

const Access& access_of(std::string_view extension, std::string_view path) {
  const auto* const found = std::find_if(
      kFormats.begin(), kFormats.end(),
      [&](const Format& format) { return format.facts.extension == lower_case(extension); });
  if (found == kFormats.end())
    throw IoError(path, concat("the format is told by the extension, one of ", known_extensions(),
                               "; not by ", extension.empty() ? "none" : extension));
  return found->access;
}

std::string read_standard_input() {
  std::string bytes;
  std::vector<char> piece(std::size_t{1} << 20);
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), stdin))
    bytes.append(piece.data(), count);
  if (std::ferror(stdin) != 0) throw IoError("standard input", "cannot be read");
  return bytes;
}

void write_standard_output(std::string_view bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  if (!written || std::fflush(stdout) != 0) throw IoError("standard output", "cannot be written");
}

std::string extension_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

// Asked before the bytes are made: that may take long.
void require_free(const std::string& path, Overwrite overwrite) {
  if (overwrite == Overwrite::refuse && std::filesystem::exists(path))
    throw IoError(path, "exists already; use --force to replace it");
}

}  // namespace

std::vector<DataFormat> data_formats() {
  std::vector<DataFormat> formats(kFormats.size());
  std::transform(kFormats.begin(), kFormats.end(), formats.begin(),
                 [](const Format& format) { return format.facts; });
  return formats;
}

Series read_data(const std::string& path, const ReadOptions& options) {
  if (path == kStandard) {
    const std::string bytes = read_standard_input();
    return is_npy(bytes) ? parse_npy_series(bytes, "standard input", options)
                         : parse_csv(bytes, "standard input", options);
  }
  return access_of(extension_of(path), path).read(path, options);
}

std::optional<std::vector<NamedArray>> read_arrays(const std::string& path) {
  if (path == kStandard) return {};
  const Access& access = access_of(extension_of(path), path);
  if (access.arrays == nullptr) return {};
  return access.arrays(path);
}

std::string data_bytes(const Series& series, std::string_view extension) {
  return access_of(extension, "output").bytes(series);
}

void write_data(const Series& series, const std::string& path, Overwrite overwrite) {
  if (path == kStandard) return write_standard_output(to_csv(series));
  const Access& access = access_of(extension_of(path), path);
  require_free(path, overwrite);
  write_whole_file(path, access.bytes(series));
}

void write_fields(const std::vector<NamedField>& fields, const std::string& path,
                  Overwrite overwrite) {
  const bool is_table =
      path == kStandard || access_of(extension_of(path), path).array_bytes == nullptr;
  if (is_table) return write_data(to_series(fields.front().field), path, overwrite);
  require_free(path, overwrite);
  write_whole_file(path, access_of(extension_of(path), path).array_bytes(field_arrays(fields)));
}

}  // namespace elto
