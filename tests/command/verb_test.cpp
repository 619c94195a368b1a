// SPDX-License-Identifier: Apache-2.0
#include "verb.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "elto/core/text.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(Verb, FindsItsOptionsByName) {
  Verb verb;
  verb.options.push_back(
      {.name = "window", .value = "N", .description = "", .group = "", .assign = {}});
  verb.options.push_back(
      {.name = "quiet", .value = "", .description = "", .group = "", .assign = {}});
  EXPECT_EQ(verb.find_option("quiet"), &verb.options[1]);
  EXPECT_EQ(verb.find_option("wind"), nullptr);
  EXPECT_EQ(verb.find_option(""), nullptr);
}

TEST(Verb, HasANameOfItsOwn) {
  std::set<std::string> names;
  for (const Verb& verb : all_verbs()) EXPECT_TRUE(names.insert(verb.name).second) << verb.name;
  EXPECT_EQ(names.size(), 12U);
}

TEST(Verb, MayBelongToAFamily) {
  Verb fit, pde, ode;
  fit.name = "fit";
  pde.name = "discover pde";
  ode.name = "discover ode";
  EXPECT_EQ(fit.family(), "");
  EXPECT_EQ(fit.word(), "fit");
  EXPECT_EQ(pde.family(), "discover");
  EXPECT_EQ(pde.word(), "pde");
  EXPECT_EQ(first_words({fit, pde, ode}), (std::vector<std::string>{"fit", "discover"}));
  ASSERT_EQ(family_of({fit, pde, ode}, "discover").size(), 2U);
  EXPECT_EQ(family_of({fit, pde, ode}, "discover").back().name, "discover ode");
}

TEST(Verb, SaysWhatItIsFor) {
  for (const Verb& verb : all_verbs()) {
    EXPECT_FALSE(verb.summary.empty()) << verb.name;
    EXPECT_NE(verb.summary.back(), '.') << verb.name;
    EXPECT_EQ(verb.explanation().find("  "), std::string::npos) << verb.name;
    EXPECT_GT(verb.description.size(), verb.summary.size()) << verb.name;
    EXPECT_TRUE(static_cast<bool>(verb.run)) << verb.name;
    for (const Positional& positional : verb.positionals) {
      EXPECT_FALSE(positional.description.empty()) << verb.name << " " << positional.name;
      EXPECT_TRUE(static_cast<bool>(positional.assign)) << verb.name << " " << positional.name;
    }
  }
}

// So that not every start of the program makes all the tables of `reproduce`.
TEST(Verb, MakesLongListsWhenTheyAreShown) {
  const std::vector<Verb> verbs = all_verbs();
  const auto reproduce = std::ranges::find(verbs, "reproduce", &Verb::name);
  ASSERT_NE(reproduce, verbs.end());
  EXPECT_EQ(reproduce->description.find("pen_mse"), std::string::npos);
  EXPECT_NE(reproduce->explanation().find("\n- pen_mse: "), std::string::npos);
  const Positional& table = reproduce->positionals.front();
  EXPECT_TRUE(table.words.empty());
  EXPECT_EQ(std::ranges::count(table.all_words(), "pen_mse"), 1);
  EXPECT_EQ(verbs.front().explanation(), verbs.front().description);
}

TEST(Verb, ShowsAnExampleOfItself) {
  for (const Verb& verb : all_verbs()) {
    ASSERT_FALSE(verb.examples.empty()) << verb.name;
    for (const Example& example : verb.examples) {
      EXPECT_NE(example.command.find(concat("elto ", verb.name)), std::string::npos)
          << example.command;
      EXPECT_FALSE(example.comment.empty()) << example.command;
    }
  }
}

TEST(Verb, HasOptionsThatCanBeToldApart) {
  for (const Verb& verb : all_verbs()) {
    std::set<std::string> names = {"help", "config"};
    std::set<char> letters = {'h'};
    for (const Option& option : verb.options) {
      EXPECT_TRUE(names.insert(option.name).second) << verb.name << " --" << option.name;
      if (option.letter == '\0') continue;
      EXPECT_TRUE(letters.insert(option.letter).second) << verb.name << " -" << option.letter;
    }
  }
}

TEST(Verb, DescribesEachOptionInOneSentence) {
  for (const Verb& verb : all_verbs())
    for (const Option& option : verb.options) {
      const std::string& text = option.description;
      ASSERT_FALSE(text.empty()) << verb.name << " --" << option.name;
      EXPECT_NE(text.back(), '.') << text;
      EXPECT_NE(std::isupper(static_cast<unsigned char>(text.front())), 0) << text;
      EXPECT_FALSE(option.group.empty()) << option.name;
    }
}

TEST(Verb, TakesTheDefaultsAndWordsItShows) {
  for (const Verb& verb : all_verbs())
    for (const Option& option : verb.options) {
      std::vector<std::string> values = option.words;
      if (!option.initial.empty()) values.push_back(option.initial);
      for (const std::string& value : values)
        EXPECT_NO_THROW(option.assign(value)) << verb.name << " --" << option.name << " " << value;
    }
}

TEST(Verb, IsMadeAnewEachTime) {
  const std::vector<Verb> first = all_verbs();
  first.front().find_option("window")->assign("77");
  EXPECT_NE(all_verbs().front().find_option("window")->initial, "77");
}

}  // namespace
}  // namespace elto::command
