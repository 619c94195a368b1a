// SPDX-License-Identifier: Apache-2.0
#include "manual.hpp"

#include <sstream>

#include "common_options.hpp"
#include "option_value.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

std::vector<std::string> help_lines_of(const std::string& page) {
  std::vector<std::string> lines;
  std::istringstream stream(page);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t place_of(const std::string& page, const std::string& text) {
  EXPECT_NE(page.find(text), std::string::npos) << text;
  return page.find(text);
}

Verb manual_sample() {
  static Index window = 5;
  static bool quiet = false;
  Option letter = option("window", "N|M", window, "Rows", "Model");
  letter.letter = 'w';
  return {.name = "sample",
          .summary = "Try",
          .description = "First paragraph.\n- a list\n.not a request",
          .positionals = {{.name = "DATA", .description = "Data file", .assign = {}},
                          {.name = "MORE", .description = "More", .assign = {}, .required = false}},
          .options = {letter, flag("quiet", quiet, "Say nothing", kCommonGroup),
                      option("late", "N", window, "Last", "Tuning")},
          .examples = {{"elto sample x.csv", "a try"}},
          .run = {}};
}

TEST(Manual, HelpListsEveryVerb) {
  const std::vector<Verb> verbs = all_verbs();
  const std::string page = help_page(verbs);
  for (const Verb& verb : verbs) {
    EXPECT_SAYS(page, "\n  " + verb.name + " ");
    EXPECT_SAYS(page, verb.summary);
  }
}

TEST(Manual, HelpOfAVerbNamesEveryOption) {
  for (const Verb& verb : all_verbs()) {
    const std::string page = help_page(verb);
    EXPECT_SAYS(page, "Usage: elto " + verb.name);
    for (const Option& option : verb.options) EXPECT_SAYS(page, "--" + option.name);
    for (const char* option : {"--config FILE", "-h, --help"}) EXPECT_SAYS(page, option);
  }
}

TEST(Manual, HelpFitsATerminal) {
  std::vector<std::string> pages = {help_page(all_verbs())};
  for (const Verb& verb : all_verbs()) pages.push_back(help_page(verb));
  for (const std::string& page : pages)
    for (const std::string& line : help_lines_of(page)) {
      const bool is_example = line.starts_with("  elto ");  // one line, to be copied
      EXPECT_LE(line.size(), is_example ? 100U : 80U) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

TEST(Manual, HelpShowsLetterPlaceholderAndDefault) {
  const std::string page = help_page(manual_sample());
  EXPECT_SAYS(page, "Usage: elto sample DATA [MORE] [options]");
  EXPECT_SAYS(page, "  -w, --window N|M              Rows (default 5)\n");
  EXPECT_SAYS(page, "  --quiet                       Say nothing\n");
  EXPECT_SAYS(page, "First paragraph.\n- a list\n");
  EXPECT_SAYS(page, "  elto sample x.csv\n      a try\n");
}

TEST(Manual, ShowsTheWordsOfAnOption) {
  EXPECT_SAYS(markdown_manual(all_verbs()), "(scalar, diagonal, full; default full)");
}

TEST(Manual, ConfigAndHelpStandWithTheCommonOptions) {
  const std::string page = help_page(manual_sample());
  EXPECT_LT(place_of(page, "\nCommon\n"), place_of(page, "--config FILE"));
  EXPECT_LT(place_of(page, "-h, --help"), place_of(page, "\nTuning\n"));
}

TEST(Manual, DefaultsAreShortNumbers) {
  for (const Verb& verb : all_verbs())
    for (const Option& option : verb.options)
      if (option.value == "N" || option.value == "X") {
        EXPECT_LE(option.initial.size(), 6U) << option.name << " " << option.initial;
      }
}

TEST(Manual, MarkdownTablesKeepTheirColumns) {
  EXPECT_SAYS(markdown_manual({manual_sample()}), "| `-w, --window N\\|M` | Rows (default 5) |\n");
  for (const std::string& line : help_lines_of(markdown_manual(all_verbs()))) {
    if (!line.starts_with("|")) continue;
    Index bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    EXPECT_EQ(bars, 3) << line;
  }
}

TEST(Manual, MarkdownListsOptionsThatVerbsShareOnce) {
  Verb first = manual_sample(), second = manual_sample();
  second.name = "other one";
  second.options.pop_back();
  const std::string page = markdown_manual({first, second});
  const std::size_t again = page.find("## elto other one");
  ASSERT_NE(again, std::string::npos);
  EXPECT_SAYS(page.substr(again),
              concat("As for [`elto ", first.name, "`](#elto-", first.name, "): "));
  EXPECT_SAYS(page, "(#elto-other-one)");
}

TEST(Manual, ManPageEscapesWhatRoffWouldTake) {
  const std::string page = man_page({manual_sample()});
  EXPECT_SAYS(page, "First paragraph.\n.br\n\\- a list\n.br\n\\&.not a request\n");
  EXPECT_SAYS(page, ".B \\-w, \\-\\-window N|M\n");
  for (const std::string& line : help_lines_of(man_page(all_verbs())))
    EXPECT_FALSE(line.starts_with("'")) << line;
}

TEST(Manual, EveryPageTellsTheExitCodes) {
  for (const std::string& page :
       {help_page(all_verbs()), markdown_manual(all_verbs()), man_page(all_verbs())})
    EXPECT_SAYS(page, "0 done, 2 wrong usage, 3 a file cannot be read or written, 4 the");
}

}  // namespace
}  // namespace elto::command
