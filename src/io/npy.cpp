// SPDX-License-Identifier: Apache-2.0
#include "elto/io/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/io/utf8.hpp"
#include "elto/io/whole_file.hpp"

namespace elto {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are copied as they stand");

using Size = std::size_t;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr Size kNpyAlignment = 64;

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<Size> shape;
};

/// The dictionary of the header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }
class NpyHeaderParser {
 public:
  NpyHeaderParser(std::string_view dictionary, std::string_view file)
      : rest_(dictionary), file_(file) {}

  NpyHeader parse() {
    NpyHeader header;
    int found = 0;
    expect('{');
    while (!skip('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr")
        header.descr = element_type();
      else if (key == "fortran_order")
        header.fortran_order = boolean();
      else if (key == "shape")
        header.shape = tuple();
      else
        refuse();
      ++found;
      if (!skip(',') && !at('}')) refuse();
    }
    skip_blanks();
    if (found != 3 || header.descr.empty() || !rest_.empty()) refuse();
    return header;
  }

 private:
  [[noreturn]] void refuse() const { throw IoError(file_, "header of NPY not understood"); }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
  }

  bool at(char sign) {
    skip_blanks();
    return !rest_.empty() && rest_.front() == sign;
  }
  bool skip(char sign) {
    const bool there = at(sign);
    if (there) rest_.remove_prefix(1);
    return there;
  }
  void expect(char sign) {
    if (!skip(sign)) refuse();
  }

  std::string quoted() {
    const char quote = at('"') ? '"' : '\'';
    expect(quote);
    const auto end = rest_.find(quote);
    if (end == std::string_view::npos) refuse();
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return word;
  }

  std::string element_type() {
    if (at('[')) throw IoError(file_, "is a structured array; save each field on its own");
    return quoted();
  }

  bool boolean() {
    skip_blanks();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    refuse();
  }

  std::vector<Size> tuple() {
    std::vector<Size> sizes;
    expect('(');
    while (!skip(')')) {
      skip_blanks();
      Size size = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (error != std::errc{}) refuse();
      rest_.remove_prefix(static_cast<Size>(end - rest_.data()));
      sizes.push_back(size);
      if (!skip(',') && !at(')')) refuse();
    }
    return sizes;
  }

  std::string_view rest_, file_;
};

std::uint32_t length_field(std::string_view bytes, Size width) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), width);
  return value;
}

// Cuts the bytes into the dictionary and the data.
std::pair<std::string_view, std::string_view> split(std::string_view bytes, std::string_view file) {
  if (!is_npy(bytes)) throw IoError(file, "is not an NPY file");
  const auto refuse_truncated = [&] { throw IoError(file, "truncated within the header"); };
  bytes.remove_prefix(kNpyMagic.size());
  if (bytes.size() < 2) refuse_truncated();
  const int version = static_cast<unsigned char>(bytes[0]);
  if (version < 1 || version > 3 || bytes[1] != 0)
    throw IoError(file,
                  concat("NPY version ", version, ".", int{static_cast<unsigned char>(bytes[1])},
                         " is not known; 1.0 to 3.0 are"));
  bytes.remove_prefix(2);
  const Size width = version == 1 ? 2 : 4;
  if (bytes.size() < width) refuse_truncated();
  const Size length = length_field(bytes, width);
  bytes.remove_prefix(width);
  if (bytes.size() < length) refuse_truncated();
  return {bytes.substr(0, length), bytes.substr(length)};
}

struct ElementType {
  bool big_endian = false;
  char kind = 0;  // f, i, u, b, U or S, as NumPy has them
  Size size = 0;  // bytes
};

ElementType element_type(const std::string& descr, std::string_view file) {
  const auto refuse = [&](std::string_view what) {
    throw IoError(file, concat("holds ", what, " ('", descr, "'); numbers are expected"));
  };
  constexpr std::string_view kOrders = "<>|=";
  if (descr.size() < 2 || kOrders.find(descr[0]) == std::string_view::npos)
    refuse("elements of an unknown kind");
  ElementType type{.big_endian = descr[0] == '>', .kind = descr[1]};
  const char* const end = descr.data() + descr.size();
  const auto [stop, error] = std::from_chars(descr.data() + 2, end, type.size);
  if (type.kind == 'O') refuse("Python objects");
  if (type.kind == 'c') refuse("complex numbers");
  if (type.kind == 'M' || type.kind == 'm') refuse("dates of NumPy");
  const bool sized = error == std::errc{} && stop == end;
  const auto is_one_of = [&](std::initializer_list<Size> sizes) {
    return std::find(sizes.begin(), sizes.end(), type.size) != sizes.end();
  };
  const bool known = (type.kind == 'f' && is_one_of({4, 8})) ||
                     ((type.kind == 'i' || type.kind == 'u') && is_one_of({1, 2, 4, 8})) ||
                     (type.kind == 'b' && type.size == 1) || type.kind == 'U' || type.kind == 'S';
  if (!sized || !known) refuse("elements of an unknown kind");
  if (type.kind == 'U') {  // counted in characters of four bytes
    if (type.size > std::numeric_limits<std::uint32_t>::max()) refuse("text that is too long");
    type.size *= 4;
  }
  return type;
}

struct Shape {
  Size rows = 1, cols = 1;
  Size count() const { return rows * cols; }
};

// Every size is held against the bytes that are there before anything is allocated.
Shape checked_shape(const NpyHeader& header, const ElementType& type, Size available,
                    Size file_size, std::string_view file) {
  if (header.shape.size() > 2)
    throw IoError(file, concat("has ", header.shape.size(), " dimensions; at most 2 are possible"));
  Shape shape;
  if (!header.shape.empty()) shape.rows = header.shape[0];
  if (header.shape.size() == 2) shape.cols = header.shape[1];
  const Size largest = file_size / std::max<Size>(type.size, 1);
  // An empty array may have one large size, but not one beyond all reason.
  if (shape.rows > file_size || shape.cols > file_size ||
      (shape.cols > 0 && shape.rows > largest / shape.cols) ||
      shape.count() * type.size > available)
    throw IoError(file, concat("truncated: ", shape.rows, " x ", shape.cols, " elements of ",
                               type.size, " bytes do not fit into ", available, " bytes"));
  if (shape.count() * type.size < available)
    throw IoError(file, concat("has ", available - shape.count() * type.size,
                               " bytes after the end of the array"));
  return shape;
}

template <class Element>
Element element_at(const char* at, bool big_endian) {
  std::array<char, sizeof(Element)> bytes;
  std::memcpy(bytes.data(), at, bytes.size());
  if (big_endian) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<Element>(bytes);
}

template <class Element>
Matrix read_numbers(std::string_view data, const Shape& shape, const ElementType& type,
                    bool fortran_order) {
  const auto rows = static_cast<Index>(shape.rows), cols = static_cast<Index>(shape.cols);
  const auto filled = [&](auto in_file_order) {
    for (Size i = 0; i < shape.count(); ++i)
      in_file_order.data()[i] = static_cast<double>(
          element_at<Element>(data.data() + i * sizeof(Element), type.big_endian));
    return in_file_order;
  };
  if (fortran_order) return filled(Matrix(rows, cols));
  return filled(RowMajor(rows, cols));
}

Matrix read_numbers(std::string_view data, const Shape& shape, const ElementType& type,
                    bool fortran_order) {
  const auto read = [&]<class Element>(Element) {
    return read_numbers<Element>(data, shape, type, fortran_order);
  };
  if (type.kind == 'f') return type.size == 4 ? read(float{}) : read(double{});
  if (type.kind == 'i') switch (type.size) {
      case 1:
        return read(std::int8_t{});
      case 2:
        return read(std::int16_t{});
      case 4:
        return read(std::int32_t{});
      default:
        return read(std::int64_t{});
    }
  switch (type.size) {  // unsigned, or a boolean of one byte
    case 1:
      return read(std::uint8_t{});
    case 2:
      return read(std::uint16_t{});
    case 4:
      return read(std::uint32_t{});
    default:
      return read(std::uint64_t{});
  }
}

// Both kinds of text are padded with zeros at the end.
std::string read_string(std::string_view element, const ElementType& type) {
  std::string text;
  if (type.kind == 'S') {
    text = element;
  } else {
    for (Size i = 0; i < element.size(); i += 4)
      append_utf8(text, element_at<std::uint32_t>(element.data() + i, type.big_endian));
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

std::vector<std::string> read_strings(std::string_view data, const Shape& shape,
                                      const ElementType& type, bool fortran_order) {
  std::vector<std::string> strings;
  strings.reserve(shape.count());
  for (Size i = 0; i < shape.rows; ++i)
    for (Size j = 0; j < shape.cols; ++j) {
      const Size position = fortran_order ? i + j * shape.rows : i * shape.cols + j;
      strings.push_back(read_string(data.substr(position * type.size, type.size), type));
    }
  return strings;
}

std::string preamble(std::string_view descr, std::string_view shape) {
  std::string dictionary =
      concat("{'descr': '", descr, "', 'fortran_order': False, 'shape': ", shape, ", }");
  const Size unpadded = kNpyMagic.size() + 4 + dictionary.size() + 1;
  dictionary.append((kNpyAlignment - unpadded % kNpyAlignment) % kNpyAlignment, ' ')
      .push_back('\n');
  const auto length = static_cast<std::uint16_t>(dictionary.size());  // the shape is short
  std::string bytes(kNpyMagic);
  bytes.append({'\1', '\0', static_cast<char>(length & 0xFF), static_cast<char>(length >> 8)});
  return bytes + dictionary;
}

template <class Numbers>
std::string with_numbers(std::string bytes, const Numbers& values) {
  return bytes.append(reinterpret_cast<const char*>(values.data()),
                      static_cast<Size>(values.size()) * sizeof(double));
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(kNpyMagic);
}

NpyArray parse_npy(std::string_view bytes, std::string_view name_for_messages) {
  const auto [dictionary, data] = split(bytes, name_for_messages);
  const NpyHeader header = NpyHeaderParser(dictionary, name_for_messages).parse();
  const ElementType type = element_type(header.descr, name_for_messages);
  const Shape shape = checked_shape(header, type, data.size(), bytes.size(), name_for_messages);
  if (type.kind == 'U' || type.kind == 'S')
    return {.strings = read_strings(data, shape, type, header.fortran_order)};
  return {.values = read_numbers(data, shape, type, header.fortran_order)};
}

std::string to_npy(const Matrix& values) {
  return with_numbers(preamble("<f8", concat("(", values.rows(), ", ", values.cols(), ")")),
                      RowMajor(values));
}

std::string to_npy(const Vector& values) {
  return with_numbers(preamble("<f8", concat("(", values.size(), ",)")), values);
}

std::string to_npy(const std::vector<std::string>& strings) {
  std::vector<std::u32string> wide;
  Size longest = 1;  // NumPy has no text of length 0
  for (const std::string& string : strings) {
    wide.push_back(from_utf8(string));
    longest = std::max(longest, wide.back().size());
  }
  std::string bytes = preamble(concat("<U", longest), concat("(", strings.size(), ",)"));
  for (std::u32string& text : wide) {
    text.resize(longest, U'\0');
    bytes.append(reinterpret_cast<const char*>(text.data()), 4 * longest);
  }
  return bytes;
}

Series parse_npy_series(std::string_view bytes, std::string_view name_for_messages,
                        const ReadOptions& options) {
  if (!options.columns.empty() || !(options.time.empty() || options.time == "none"))
    throw IoError(name_for_messages, "has no named columns to choose from");
  NpyArray array = parse_npy(bytes, name_for_messages);
  if (!array.strings.empty()) throw IoError(name_for_messages, "holds text; numbers are expected");
  return {std::move(array.values)};
}

Series read_npy(const std::filesystem::path& path, const ReadOptions& options) {
  return parse_npy_series(read_whole_file(path), path.string(), options);
}

void write_npy(const Series& series, const std::filesystem::path& path) {
  write_whole_file(path, to_npy(series.values));
}

}  // namespace elto
