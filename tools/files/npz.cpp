// SPDX-License-Identifier: Apache-2.0
#include "npz.hpp"

#include <ctime>
#include <memory>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/io/npy.hpp"
#include "elto/io/whole_file.hpp"

#include "unpacked_limit.hpp"

#include <zip.h>

namespace elto {
namespace {

constexpr std::string_view kMagic = "PK", kExtension = ".npy";
constexpr std::uintmax_t kRatio = 10;
constexpr std::time_t kNewYear1980 = 315619200;  // ZIP knows no earlier time; noon avoids zones

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;
using Entry = std::unique_ptr<zip_file_t, Discard>;

// Reading and writing of archives in memory; each step that fails says why.
class ZipError {
 public:
  explicit ZipError(std::string_view file) : file_(file) { zip_error_init(&error_); }
  ~ZipError() { zip_error_fini(&error_); }
  ZipError(const ZipError&) = delete;
  ZipError& operator=(const ZipError&) = delete;

  zip_error_t* get() { return &error_; }
  [[noreturn]] void fail() { throw IoError(file_, concat("ZIP: ", zip_error_strerror(&error_))); }
  [[noreturn]] void fail(zip_file_t* entry) {
    throw IoError(file_, concat("ZIP: ", zip_file_strerror(entry)));
  }
  [[noreturn]] void fail(zip_t* archive) {
    throw IoError(file_, concat("ZIP: ", zip_strerror(archive)));
  }

 private:
  std::string_view file_;
  zip_error_t error_{};
};

// The archive takes the source over and frees it; the caller keeps it by counting once more.
Archive open(zip_source_t* source, int flags, ZipError& error) {
  zip_source_keep(source);
  Archive archive(zip_open_from_source(source, flags, error.get()));
  if (!archive) zip_source_free(source);
  if (!archive) error.fail();
  return archive;
}

// The checksum is compared only when the end of the entry is read, hence one byte more than it has.
std::string unpack(zip_t* archive, zip_uint64_t index, std::size_t size, ZipError& error) {
  const Entry entry(zip_fopen_index(archive, index, 0));
  if (!entry) error.fail(archive);
  std::string bytes(size + 1, '\0');
  std::size_t filled = 0;
  while (filled <= size) {
    const zip_int64_t count = zip_fread(entry.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0) error.fail(entry.get());
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

// An array of another kind is no error until somebody asks for it.
NamedArray named(const std::string& name, std::string_view npy) {
  try {
    NpyArray array = parse_npy(npy, name);
    return {.name = name, .values = std::move(array.values), .strings = std::move(array.strings)};
  } catch (const IoError& error) {
    return {.name = name, .problem = std::string(error.what()).substr(name.size() + 2)};
  }
}

std::string npy_of(const NamedArray& array) {
  if (!array.strings.empty()) return to_npy(array.strings);
  if (is_vector(array)) return to_npy(Vector(array.values));
  return to_npy(array.values);
}

}  // namespace

std::vector<NamedArray> parse_npz(std::string_view bytes, std::string_view name_for_messages) {
  // An empty file would pass for an empty archive.
  if (!bytes.starts_with(kMagic)) throw IoError(name_for_messages, "is not an NPZ file");
  ZipError error(name_for_messages);
  const Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get()));
  if (!source) error.fail();
  const Archive archive = open(source.get(), ZIP_RDONLY, error);
  // Sizes stand in the archive before anything is unpacked.
  std::uintmax_t left = unpacked_limit(bytes.size(), kRatio);
  std::vector<NamedArray> arrays;
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    zip_stat_t facts;
    if (zip_stat_index(archive.get(), i, 0, &facts) != 0) error.fail(archive.get());
    std::string name = facts.name;
    if (!name.ends_with(kExtension)) continue;
    name.resize(name.size() - kExtension.size());
    if (facts.size > left)
      throw IoError(name_for_messages, concat("array '", name, "' unpacks to ", facts.size,
                                              " bytes, too many for an archive of ", bytes.size()));
    left -= facts.size;
    arrays.push_back(named(name, unpack(archive.get(), i, facts.size, error)));
  }
  return arrays;
}

std::vector<NamedArray> read_npz(const std::filesystem::path& path) {
  return parse_npz(read_whole_file(path), path.string());
}

std::string to_npz(const std::vector<NamedArray>& arrays) {
  ZipError error("NPZ");
  const Source target(zip_source_buffer_create(nullptr, 0, 0, error.get()));
  if (!target) error.fail();
  Archive archive = open(target.get(), ZIP_CREATE | ZIP_TRUNCATE, error);
  std::vector<std::string> files;  // libzip reads them when the archive is closed
  files.reserve(arrays.size());
  for (const NamedArray& array : arrays) {
    const std::string& npy = files.emplace_back(npy_of(array));
    Source content(zip_source_buffer(archive.get(), npy.data(), npy.size(), 0));
    if (!content) error.fail(archive.get());
    const std::string name = concat(array.name, kExtension);
    const zip_int64_t index =
        zip_file_add(archive.get(), name.c_str(), content.get(), ZIP_FL_ENC_UTF_8);
    if (index < 0) error.fail(archive.get());
    (void)content.release();  // the archive has it now
    const auto position = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive.get(), position, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_mtime(archive.get(), position, kNewYear1980, 0) != 0)
      error.fail(archive.get());
  }
  if (zip_close(archive.get()) != 0) error.fail(archive.get());
  (void)archive.release();
  if (zip_source_open(target.get()) != 0) throw IoError("NPZ", "cannot be read back");
  zip_source_seek(target.get(), 0, SEEK_END);
  const zip_int64_t size = zip_source_tell(target.get());
  zip_source_seek(target.get(), 0, SEEK_SET);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const zip_int64_t read = zip_source_read(target.get(), bytes.data(), bytes.size());
  zip_source_close(target.get());
  if (read != size) throw IoError("NPZ", "cannot be read back");
  return bytes;
}

}  // namespace elto
