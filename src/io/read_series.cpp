// SPDX-License-Identifier: Apache-2.0
#include "elto/io/read_series.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "elto/core/error.hpp"
#include "elto/io/csv.hpp"

namespace elto {
namespace {

struct Reader {
  std::string_view extension;
  Series (*read)(const std::filesystem::path&);
};

constexpr std::array<Reader, 3> kReaders = {
    {{".csv", read_csv}, {".tsv", read_csv}, {".txt", read_csv}}};

std::string lower_case(std::string letters) {
  for (char& letter : letters)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return letters;
}

std::string list_extensions() {
  std::string list;
  for (const Reader& reader : kReaders)
    list.append(list.empty() ? "" : ", ").append(reader.extension);
  return list;
}

}  // namespace

Series read_series(const std::filesystem::path& path) {
  const std::string extension = lower_case(path.extension().string());
  const auto* const reader =
      std::find_if(kReaders.begin(), kReaders.end(),
                   [&](const Reader& known) { return known.extension == extension; });
  if (reader == kReaders.end())
    throw IoError(path.string(),
                  concat("a series is read from ", list_extensions(), ", not from ",
                         extension.empty() ? "a file without extension" : extension));
  return reader->read(path);
}

}  // namespace elto
