// SPDX-License-Identifier: Apache-2.0
#include "array_file_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "elto/io/crc64.hpp"

namespace elto::fuzz {
namespace {

constexpr std::string_view kMagic = "ELTOFILE";
constexpr std::size_t kPreamble = 24, kChecksum = 8, kAlignment = 64;

template <class Integer>
void append_integer(std::string& bytes, Integer value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string assembled(std::string_view header, std::string_view data) {
  const std::size_t end = (kPreamble + header.size() + kAlignment - 1) / kAlignment * kAlignment;
  std::string bytes(kMagic);
  append_integer(bytes, std::uint32_t{1});
  append_integer(bytes, std::uint32_t{0});
  append_integer(bytes, std::uint64_t{end - kPreamble});
  bytes.append(header);
  bytes.resize(end, ' ');
  return bytes.append(data);
}

}  // namespace

std::string mended(std::string_view input) {
  const std::size_t zero = std::min(input.find('\0'), input.size());
  std::string bytes =
      input.starts_with(kMagic)
          ? std::string(input)
          : assembled(input.substr(0, zero), input.substr(std::min(zero + 1, input.size())));
  append_integer(bytes, crc64(bytes));
  return bytes;
}

std::string header_and_data(std::string_view file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data() + kPreamble - sizeof length, sizeof length);
  std::string bytes(file.substr(kPreamble, length));
  bytes.erase(bytes.find_last_not_of(' ') + 1);
  bytes.push_back('\0');
  file.remove_prefix(kPreamble + length);
  return bytes.append(file.substr(0, file.size() - kChecksum));
}

}  // namespace elto::fuzz
