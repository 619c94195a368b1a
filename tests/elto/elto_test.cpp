// SPDX-License-Identifier: Apache-2.0
// The README quotes examples/00_readme.cpp, which is compiled and run: the two must not drift
// apart.
#include "elto/elto.hpp"

#include <string>

#include "elto/io/whole_file.hpp"

#include "support/folders.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

TEST(Readme, QuotesTheExampleThatIsCompiled) {
  const std::string root = testing::source_folder();
  const std::string example = between(read_whole_file(root + "/examples/00_readme.cpp"),
                                      "// [readme]\n", "  // [readme end]");
  EXPECT_EQ(between(read_whole_file(root + "/README.md"), "```cpp\n", "```"), example);
}

TEST(Version, IsThatOfTheProject) {
  EXPECT_STREQ(version, ELTO_VERSION);
}

}  // namespace
}  // namespace elto
