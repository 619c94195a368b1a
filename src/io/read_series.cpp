// SPDX-License-Identifier: Apache-2.0
#include "elto/io/read_series.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "elto/core/error.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/npy.hpp"

namespace elto {
namespace {

struct Reader {
  std::string_view extension;
  Series (*read)(const std::filesystem::path&, const ReadOptions&);
};

constexpr std::array<Reader, 4> kReaders = {
    {{".csv", read_csv}, {".tsv", read_csv}, {".txt", read_csv}, {".npy", read_npy}}};

std::string list_extensions() {
  std::string list;
  for (const Reader& reader : kReaders)
    list.append(list.empty() ? "" : ", ").append(reader.extension);
  return list;
}

}  // namespace

Series read_series(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string extension = lower_case(path.extension().string());
  const auto* const reader =
      std::find_if(kReaders.begin(), kReaders.end(),
                   [&](const Reader& known) { return known.extension == extension; });
  if (reader == kReaders.end())
    throw IoError(path.string(),
                  concat("a series is read from ", list_extensions(), ", not from ",
                         extension.empty() ? "a file without extension" : extension));
  return reader->read(path, options);
}

}  // namespace elto
