// SPDX-License-Identifier: Apache-2.0
#include "option_value.hpp"

#include <limits>

#include "support/error_message.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace elto::command {

enum class Colour { red, green };
template <>
struct EnumNames<Colour> {
  static constexpr std::array<std::pair<std::string_view, Colour>, 2> names = {
      {{"red", Colour::red}, {"green", Colour::green}}};
};

namespace {

using Names = std::vector<std::string>;

template <class Field>
Field read(const std::string& text, Field field = {}) {
  read_value(text, field);
  return field;
}

template <class Field>
std::string refusal_of_value(const std::string& text) {
  return testing::message_of<UsageError>([&] { read<Field>(text); });
}

TEST(OptionValue, ReadsNumbers) {
  EXPECT_EQ(read<double>("2.5e-3"), 2.5e-3);
  EXPECT_EQ(read<Index>("-7"), -7);
  EXPECT_EQ(read<std::uint32_t>("4294967295"), 4294967295U);
}

TEST(OptionValue, RefusesWhatIsNoNumber) {
  EXPECT_EQ(refusal_of_value<double>("1,5"), "'1,5' is not a number");
  EXPECT_EQ(refusal_of_value<Index>("five"), "'five' is not a whole number");
  EXPECT_EQ(refusal_of_value<Index>("5.5"), "'5.5' is not a whole number");
  EXPECT_EQ(refusal_of_value<Index>(""), "'' is not a whole number");
  EXPECT_EQ(refusal_of_value<std::uint32_t>("-1"),
            "'-1' is not a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal_of_value<std::uint32_t>("4294967296"), "'4294967296' is out of range");
  EXPECT_EQ(refusal_of_value<double>("1e999"), "'1e999' is out of range");
}

TEST(OptionValue, ReadsTruth) {
  EXPECT_TRUE(read<bool>("true"));
  EXPECT_FALSE(read<bool>("false", true));
  EXPECT_EQ(refusal_of_value<bool>("yes"), "'yes' is neither true nor false");
}

TEST(OptionValue, ReadsLists) {
  EXPECT_EQ(read<Names>("speed,wheel angle, heading"), (Names{"speed", "wheel angle", "heading"}));
  EXPECT_EQ(read<Names>("\"x, left\",\"#1\",\"6\"\"\""), (Names{"x, left", "#1", "6\""}));
  EXPECT_EQ(read<Names>("", {"x"}), Names{});
}

TEST(OptionValue, RefusesListsWithHoles) {
  EXPECT_EQ(refusal_of_value<Names>("a,,b"), "'a,,b' has an empty name");
  EXPECT_EQ(refusal_of_value<Names>("a,"), "'a,' has an empty name");
  EXPECT_SAYS(refusal_of_value<Names>("\"a"), "never closed");
  EXPECT_SAYS(refusal_of_value<Names>("#1"), "needs quotes");
}

TEST(OptionValue, ReadsKernels) {
  EXPECT_EQ(value_text(read<Kernel>("rbf(median)")), "rbf(median)");
  EXPECT_THROW(read<Kernel>("gauss"), std::exception);
}

TEST(OptionValue, ReadsTheWordsOfAnEnumeration) {
  EXPECT_EQ(read<Colour>("green"), Colour::green);
  EXPECT_EQ(refusal_of_value<Colour>("blue"), "'blue' is none of red, green");
  EXPECT_EQ(words_of(Colour::red), (Names{"red", "green"}));
  EXPECT_EQ(words_of(1.0), Names{});
}

TEST(OptionValue, LeavesTheFieldAloneWhenTheValueIsWrong) {
  Index number = 3;
  EXPECT_THROW(read_value("x", number), UsageError);
  EXPECT_EQ(number, 3);
  Names names = {"a"};
  EXPECT_THROW(read_value("b,,c", names), UsageError);
  EXPECT_EQ(names, Names{"a"});
}

RC_GTEST_PROP(OptionValue, ReadsBackWhatItShows, (double number, Index whole, std::uint32_t seed)) {
  RC_ASSERT(read<double>(value_text(number)) == number);
  RC_ASSERT(read<Index>(value_text(whole)) == whole);
  RC_ASSERT(read<std::uint32_t>(value_text(seed)) == seed);
  const auto names = *rc::gen::container<Names>(rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"# ")))));
  RC_ASSERT(read<Names>(value_text(names)) == names);
}

TEST(OptionValue, AnOptionSetsItsFieldAndNamesItselfInErrors) {
  Index window = 5;
  const Option made = option("window", "N", window, "Rows", "Model");
  EXPECT_EQ(made.initial, "5");
  EXPECT_FALSE(made.is_flag());
  made.assign("7");
  EXPECT_EQ(window, 7);
  EXPECT_EQ(testing::message_of<UsageError>([&] { made.assign("x"); }),
            "--window: 'x' is not a whole number");
}

TEST(OptionValue, AnOptionTellsWhatIsWrongWithAKernel) {
  Kernel kernel;
  const Option made = option("kernel", "KERNEL", kernel, "Kernel", "Model");
  EXPECT_SAYS(testing::message_of<UsageError>([&] { made.assign("gauss"); }), "--kernel: ");
}

TEST(OptionValue, AFlagTakesNoValueAndShowsNoDefault) {
  bool quiet = false;
  const Option made = flag("quiet", quiet, "Say nothing", "Common");
  EXPECT_TRUE(made.is_flag());
  EXPECT_EQ(made.initial, "");
  made.assign("true");
  EXPECT_TRUE(quiet);
}

}  // namespace
}  // namespace elto::command
