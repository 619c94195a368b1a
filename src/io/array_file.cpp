// SPDX-License-Identifier: Apache-2.0
#include "elto/io/array_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <stdexcept>

#include "elto/core/error.hpp"
#include "elto/io/crc64.hpp"
#include "elto/io/whole_file.hpp"

#include <nlohmann/json.hpp>

namespace elto {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the file is little-endian and is copied from memory as it stands");

using Json = nlohmann::ordered_json;
using Size = std::uint64_t;

constexpr std::string_view kArrayFileMagic = "ELTOFILE";
constexpr std::uint32_t kFormatVersion = 1;
constexpr Size kPreamble = 24;
constexpr Size kChecksum = 8;
constexpr Size kAlignment = 64;
// No array has more entries (8 TiB); below it, sums and products of sizes stay far from overflow.
constexpr Size kLargestCount = Size{1} << 40;
// Writing JSON out recurses, so depth is bounded before it can exhaust the stack. The header holds
// meta one level down.
constexpr int kDeepestMeta = 100;
constexpr int kDeepestHeader = kDeepestMeta + 1;

constexpr Size aligned(Size position) {
  return (position + kAlignment - 1) / kAlignment * kAlignment;
}

template <class Integer>
Integer integer_at(std::string_view bytes, Size position) {
  Integer value = 0;
  std::memcpy(&value, bytes.data() + position, sizeof value);
  return value;
}

template <class Integer>
void append_integer(std::string& bytes, Integer value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Why a header is refused; becomes an IoError where the file's name is known.
class HeaderProblem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

Json parse_json(std::string_view json, int deepest) {
  const auto refuse_depth = [deepest](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw HeaderProblem("JSON nested too deeply");
    return true;
  };
  try {
    return Json::parse(json, refuse_depth);
  } catch (const Json::exception& error) {
    throw HeaderProblem(error.what());
  }
}

struct Entry {
  std::string name;
  Size rows = 0, cols = 0, offset = 0;

  Size end() const { return offset + rows * cols * sizeof(double); }
};

struct Header {
  ArrayFile file;  // without its arrays
  std::vector<Entry> entries;
  Size data_begin = 0;
  Size file_size = 0;  // as the header has it, not as it is
};

Size count_at(const Json& object, const char* key, Size largest) {
  const Json& value = object.at(key);
  if (!value.is_number_unsigned() || value.get<Size>() > largest)
    throw HeaderProblem(concat(key, " is ", value.dump()));
  return value.get<Size>();
}

Entry parse_entry(const Json& object, Size previous_end) {
  Entry entry{.name = object.at("name").get<std::string>(),
              .rows = count_at(object, "rows", kLargestCount),
              .cols = count_at(object, "cols", kLargestCount),
              .offset = count_at(object, "offset", kLargestCount * sizeof(double))};
  if (entry.cols > 0 && entry.rows > kLargestCount / entry.cols)
    throw HeaderProblem(concat("array '", entry.name, "' is too large"));
  if (entry.offset % kAlignment != 0)
    throw HeaderProblem(concat("array '", entry.name, "' is not aligned"));
  if (entry.offset < previous_end)
    throw HeaderProblem(concat("array '", entry.name, "' overlaps the one before"));
  return entry;
}

std::vector<Entry> parse_entries(const Json& list) {
  if (!list.is_array()) throw HeaderProblem("arrays is not a list");
  std::vector<Entry> entries;
  std::set<std::string> names;
  Size end = 0;
  for (const Json& object : list) {
    entries.push_back(parse_entry(object, end));
    end = entries.back().end();
    if (!names.insert(entries.back().name).second)
      throw HeaderProblem(concat("array '", entries.back().name, "' occurs twice"));
  }
  return entries;
}

Header parse_header(std::string_view bytes) {
  const auto length = integer_at<Size>(bytes, 16);
  if (length > bytes.size() - kPreamble) throw HeaderProblem("it is longer than the file");
  Header header;
  header.data_begin = kPreamble + length;
  if (header.data_begin % kAlignment != 0) throw HeaderProblem("its length is not aligned");
  const Json json = parse_json(bytes.substr(kPreamble, length), kDeepestHeader);
  try {
    header.file.kind = json.at("kind").get<std::string>();
    header.file.kind_version =
        static_cast<int>(count_at(json, "kind_version", Size{std::numeric_limits<int>::max()}));
    if (!json.at("meta").is_object()) throw HeaderProblem("meta is not an object");
    header.file.meta = json.at("meta").dump();
    header.entries = parse_entries(json.at("arrays"));
  } catch (const Json::exception& error) {
    throw HeaderProblem(error.what());
  }
  const Size data_size = header.entries.empty() ? 0 : header.entries.back().end();
  header.file_size = header.data_begin + data_size + kChecksum;
  return header;
}

[[noreturn]] void refuse_truncated(std::string_view name, Size size, std::string_view expected) {
  throw IoError(name, concat("truncated, ", size, " of ", expected, " bytes"));
}

// What can be told before the header is read. A newer format comes first: its layout is unknown.
void check_preamble(std::string_view bytes, std::string_view name) {
  if (!bytes.starts_with(kArrayFileMagic)) throw IoError(name, "not an elto file");
  const std::string at_least = concat("at least ", kPreamble + kChecksum);
  if (bytes.size() < 12) refuse_truncated(name, bytes.size(), at_least);
  const auto version = integer_at<std::uint32_t>(bytes, 8);
  if (version > kFormatVersion)
    throw IoError(name, concat("written by a newer version: format ", version, ", supported up to ",
                               kFormatVersion));
  if (bytes.size() < kPreamble + kChecksum) refuse_truncated(name, bytes.size(), at_least);
  const auto header_length = integer_at<Size>(bytes, 16);
  if (header_length <= kLargestCount && bytes.size() < kPreamble + header_length)
    refuse_truncated(name, bytes.size(),
                     concat("at least ", kPreamble + header_length + kChecksum));
}

bool checksum_matches(std::string_view bytes) {
  const Size position = bytes.size() - kChecksum;
  return crc64(bytes.substr(0, position)) == integer_at<Size>(bytes, position);
}

// The checksum decides whether the file is good; the header of a bad one only tells how it is bad.
Header checked_header(std::string_view bytes, std::string_view name) {
  constexpr std::string_view kAltered = "altered, the checksum does not match";
  const bool intact = checksum_matches(bytes);
  try {
    if (integer_at<std::uint32_t>(bytes, 8) == 0) throw HeaderProblem("format version 0");
    if (integer_at<std::uint32_t>(bytes, 12) != 0) throw HeaderProblem("reserved field is not 0");
    Header header = parse_header(bytes);
    if (!intact && bytes.size() < header.file_size)
      refuse_truncated(name, bytes.size(), text(header.file_size));
    if (!intact) throw IoError(name, kAltered);
    if (bytes.size() != header.file_size)
      throw HeaderProblem(
          concat("its arrays need ", header.file_size, " bytes, the file has ", bytes.size()));
    return header;
  } catch (const HeaderProblem& problem) {
    if (!intact) throw IoError(name, kAltered);
    throw IoError(name, concat("header not understood: ", problem.what()));
  }
}

Json header_of(const ArrayFile& file) {
  Json meta;
  try {
    meta = parse_json(file.meta, kDeepestMeta);
  } catch (const HeaderProblem& problem) {
    throw InvalidArgument("meta", "a JSON object", problem.what());
  }
  require(meta.is_object(), "meta", "a JSON object", file.meta);
  require(file.kind_version >= 0, "kind_version", "at least 0", file.kind_version);
  Json entries = Json::array();
  std::set<std::string_view> names;
  Size end = 0;
  for (const auto& [name, matrix] : file.arrays) {
    require(names.insert(name).second, "array name", "used once", name);
    const Size offset = aligned(end);
    entries.push_back(
        {{"name", name}, {"rows", matrix.rows()}, {"cols", matrix.cols()}, {"offset", offset}});
    end = offset + static_cast<Size>(matrix.size()) * sizeof(double);
  }
  return {{"kind", file.kind},
          {"kind_version", file.kind_version},
          {"meta", std::move(meta)},
          {"arrays", std::move(entries)}};
}

std::string padded_header(const ArrayFile& file) {
  const Json header = header_of(file);
  try {
    std::string json = header.dump();
    json.resize(aligned(kPreamble + json.size()) - kPreamble, ' ');
    return json;
  } catch (const Json::exception& error) {
    throw InvalidArgument("kind and names", "UTF-8", error.what());
  }
}

}  // namespace

void ArrayFile::require_kind(std::string_view expected, int newest_version) const {
  if (kind != expected) throw IoError(name, concat("holds a '", kind, "', not a ", expected));
  if (kind_version > newest_version)
    throw IoError(name, concat("is a ", expected, " of version ", kind_version,
                               ", newer than the version ", newest_version, " this build reads"));
}

const Matrix& ArrayFile::array(std::string_view array_name) const {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const auto& entry) { return entry.first == array_name; });
  if (found == arrays.end()) throw IoError(name, concat("has no array '", array_name, "'"));
  return found->second;
}

const Matrix& ArrayFile::array(std::string_view array_name, Index rows, Index cols) const {
  const Matrix& found = array(array_name);
  if (found.rows() != rows || found.cols() != cols)
    throw IoError(name, concat("array ", array_name, " is ", found.rows(), " x ", found.cols(),
                               " instead of ", rows, " x ", cols));
  return found;
}

std::string to_bytes(const ArrayFile& file) {
  const std::string header = padded_header(file);
  Size room = kPreamble + header.size() + kChecksum;
  for (const auto& [name, matrix] : file.arrays)
    room += aligned(static_cast<Size>(matrix.size()) * sizeof(double));
  std::string bytes;
  bytes.reserve(room);
  bytes.append(kArrayFileMagic);
  append_integer(bytes, kFormatVersion);
  append_integer(bytes, std::uint32_t{0});
  append_integer(bytes, Size{header.size()});
  bytes.append(header);
  for (const auto& [name, matrix] : file.arrays) {
    bytes.resize(aligned(bytes.size()), '\0');
    bytes.append(reinterpret_cast<const char*>(matrix.data()),
                 static_cast<Size>(matrix.size()) * sizeof(double));
  }
  append_integer(bytes, crc64(bytes));
  return bytes;
}

ArrayFile from_bytes(std::string_view bytes, std::string_view name_for_messages) {
  check_preamble(bytes, name_for_messages);
  Header header = checked_header(bytes, name_for_messages);
  ArrayFile file = std::move(header.file);
  file.name = name_for_messages;
  file.arrays.reserve(header.entries.size());
  for (Entry& entry : header.entries) {
    Matrix matrix(static_cast<Index>(entry.rows), static_cast<Index>(entry.cols));
    if (matrix.size() > 0)
      std::memcpy(matrix.data(), bytes.data() + header.data_begin + entry.offset,
                  entry.end() - entry.offset);
    file.arrays.emplace_back(std::move(entry.name), std::move(matrix));
  }
  return file;
}

void write_array_file(const ArrayFile& file, const std::filesystem::path& path) {
  write_whole_file(path, to_bytes(file));
}

ArrayFile read_array_file(const std::filesystem::path& path) {
  return from_bytes(read_whole_file(path), path.string());
}

}  // namespace elto
