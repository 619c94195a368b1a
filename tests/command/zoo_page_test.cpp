// SPDX-License-Identifier: Apache-2.0
#include "zoo_page.hpp"

#include "elto/core/text.hpp"
#include "elto/io/whole_file.hpp"
#include "elto/systems/zoo.hpp"

#include "support/error_message.hpp"
#include "support/folders.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(ZooPage, HasEverySystemWithItsEquationsAndReference) {
  const std::string page = zoo_page();
  for (const ZooSystem& system : zoo()) {
    EXPECT_SAYS(page, concat("| ", system.name, " | "));
    EXPECT_SAYS(page, concat("`", system.equations, "`"));
    EXPECT_SAYS(page, system.reference);
  }
  EXPECT_SAYS(page, "## With delays");
}

TEST(ZooPage, IsUpToDate) {
  EXPECT_EQ(read_whole_file(testing::source_folder() / "docs/zoo.md"), zoo_page())
      << "run: elto manual zoo > docs/zoo.md";
}

}  // namespace
}  // namespace elto::command
