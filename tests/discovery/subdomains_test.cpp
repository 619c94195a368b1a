// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/subdomains.hpp"

#include <map>
#include <utility>

#include "elto/systems/field_equations.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::vector<Subdomain> drawn(const Field& field, Index count) {
  Rng rng(0);
  return draw_subdomains(field, count, 1.0 / 20.0, rng);
}

std::map<std::pair<Index, Index>, int> sizes(const std::vector<Subdomain>& subdomains) {
  std::map<std::pair<Index, Index>, int> counts;
  for (const Subdomain& s : subdomains) ++counts[{s.places, s.times}];
  return counts;
}

// Computed independently, from NumPy's stream of seed 0.
TEST(Subdomains, AreThoseOfTheStream) {
  const Field wave = burgers();
  const auto subdomains = drawn(wave, 2000);
  EXPECT_EQ(subdomains[0].first_place, 126);
  EXPECT_EQ(subdomains[0].places, 26);
  EXPECT_EQ(subdomains[0].first_time, 74);
  EXPECT_EQ(subdomains[0].times, 10);
  EXPECT_EQ(subdomains[1].first_place, 165);
  EXPECT_EQ(subdomains[1].places, 25);
  EXPECT_EQ(subdomains[1].first_time, 43);
  const std::map<std::pair<Index, Index>, int> expected = {{{25, 10}, 968}, {{26, 10}, 1032}};
  EXPECT_EQ(sizes(subdomains), expected);
  const std::map<std::pair<Index, Index>, int> shock = {
      {{25, 9}, 98}, {{25, 10}, 870}, {{26, 9}, 94}, {{26, 10}, 938}};
  EXPECT_EQ(sizes(drawn(burgers_shock(), 2000)), shock);
}

TEST(Subdomains, LieWithinTheField) {
  const Field wave = burgers(40);
  for (const Subdomain& s : drawn(wave, 500)) {
    EXPECT_GE(s.first_place, 0);
    EXPECT_GE(s.first_time, 0);
    EXPECT_LE(s.first_place + s.places, wave.points());
    EXPECT_LE(s.first_time + s.times, wave.rows());
    EXPECT_GE(s.places, 2);
    EXPECT_GE(s.times, 2);
  }
}

TEST(Subdomains, SayWhatIsWrong) {
  EXPECT_REFUSED(drawn(burgers(9), 10), "half_width: must be wide enough for 2 points in time");
  EXPECT_REFUSED(drawn(burgers(), 0), "subdomains: must be at least 1, got 0");
  Rng rng(0);
  EXPECT_REFUSED(draw_subdomains(burgers(), 10, 0.5, rng), "half_width: must be in (0, 0.5)");
}

}  // namespace
}  // namespace elto
