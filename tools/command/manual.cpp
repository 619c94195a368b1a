// SPDX-License-Identifier: Apache-2.0
#include "manual.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/version.hpp"

#include "common_options.hpp"

namespace elto::command {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::string_view kTagline =
    "Clean time series with honest error bars, learned from the observations alone.";

constexpr std::string_view kDate = "2026-11-15";  // of these pages; a man page must have one

struct Line {
  std::string term;         // "--noise.blocks N"
  std::string explanation;  // with default and words

  friend bool operator==(const Line&, const Line&) = default;
};

struct Group {
  std::string title;
  std::vector<Line> lines;

  friend bool operator==(const Group&, const Group&) = default;
};

std::string synopsis(const Verb& verb) {
  std::string line = concat("elto ", verb.name);
  for (const Positional& positional : verb.positionals) {
    const std::string name = concat(positional.name, positional.repeated ? "..." : "");
    line += positional.required ? concat(" ", name) : concat(" [", name, "]");
  }
  return line + " [options]";
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : between).append(word);
  return all;
}

Line line_of(const Option& option) {
  Line line;
  if (option.letter != '\0') line.term = concat("-", std::string(1, option.letter), ", ");
  line.term += concat("--", option.name);
  if (!option.is_flag()) line.term += concat(" ", option.value);
  line.explanation = option.description;
  std::string values = joined(option.words, ", ");
  if (!option.initial.empty())
    values += concat(values.empty() ? "default " : "; default ", option.initial);
  if (!values.empty()) line.explanation += concat(" (", values, ")");
  return line;
}

std::vector<Group> groups_of(const Verb& verb) {
  std::vector<Group> groups;
  if (!verb.positionals.empty()) {
    groups.push_back({"Arguments", {}});
    for (const Positional& positional : verb.positionals)
      groups.back().lines.push_back({positional.name, positional.description});
  }
  const auto add = [&groups](const std::string& title, Line line) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& known) { return known.title == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->lines.push_back(std::move(line));
  };
  for (const Option& option : verb.options) add(option.group, line_of(option));
  add(kCommonGroup, {"--config FILE", "TOML file with options; the command line wins"});
  add(kCommonGroup, {"-h, --help", "Show this page"});
  return groups;
}

// Wraps at blanks. The first line is indented already.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column > indent && column + 1 + word.size() > kWidth) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out.push_back(' ');
      ++column;
    }
    out.append(word);
    column += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string definition(const Line& line, std::size_t indent) {
  std::string out = "  " + line.term;
  if (out.size() + 2 > indent)
    out.append("\n").append(indent, ' ');
  else
    out.append(indent - out.size(), ' ');
  return out + wrapped(line.explanation, indent) + "\n";
}

std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += wrapped(text.substr(0, end), 0) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '\n') {
      out += "\n.br\n";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
      out.push_back(c);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string table_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

/// As Markdown makes it of the heading.
std::string heading_link(const Verb& verb) {
  std::string link = concat("elto-", verb.name);
  std::replace(link.begin(), link.end(), ' ', '-');
  return link;
}

/// The verb that the options of a group are listed at: the first that has all of them.
const Verb* first_with(const Group& group, const std::vector<Verb>& verbs) {
  const auto found = std::find_if(verbs.begin(), verbs.end(), [&](const Verb& verb) {
    const std::vector<Group> groups = groups_of(verb);
    return std::find(groups.begin(), groups.end(), group) != groups.end();
  });
  return &*found;
}

}  // namespace

std::string help_page(const std::vector<Verb>& verbs) {
  constexpr std::size_t kIndent = 16;
  std::string page = concat("elto ", std::string_view(version), "\n", kTagline, "\n\n",
                            "  elto denoise noisy.csv -o clean.csv --report report.html\n\n",
                            "Verbs (elto VERB --help says more)\n");
  for (const Verb& verb : verbs) page += definition({verb.name, verb.summary}, kIndent);
  page += "\nOptions\n";
  page += definition({"-h, --help", "Show this page"}, kIndent);
  page += definition({"--version", "Show the version"}, kIndent);
  page +=
      "\nExit codes: 0 done, 2 wrong usage, 3 a file cannot be read or written, 4 the\n"
      "computation failed, 130 interrupted.\n";
  return page;
}

std::string family_page(const std::vector<Verb>& verbs) {
  constexpr std::size_t kIndent = 16;
  const std::string family(verbs.front().family());
  std::vector<std::string> words;
  words.reserve(verbs.size());
  for (const Verb& verb : verbs) words.emplace_back(verb.word());
  std::string page = concat("Usage: elto ", family, " ", joined(words, "|"), " [options]\n\n",
                            "Verbs (elto ", family, " ", words.front(), " --help says more)\n");
  for (const Verb& verb : verbs) page += definition({verb.name, verb.summary}, kIndent);
  return page;
}

std::string help_page(const Verb& verb) {
  constexpr std::size_t kIndent = 32;
  std::string page = concat("Usage: ", synopsis(verb), "\n\n", paragraphs(verb.explanation()));
  if (!verb.examples.empty()) {
    page += "\nExamples\n";
    for (const Example& example : verb.examples)
      page += concat("  ", example.command, "\n      ", example.comment, "\n");
  }
  for (const Group& group : groups_of(verb)) {
    page += concat("\n", group.title, "\n");
    for (const Line& line : group.lines) page += definition(line, kIndent);
  }
  return page;
}

std::string markdown_manual(const std::vector<Verb>& verbs) {
  std::string page =
      "# The command line\n\n"
      "<!-- Made by `elto manual markdown`; a test compares. -->\n\n";
  page += concat(kTagline, " `elto VERB --help` shows the same in the terminal.\n\n",
                 "| verb | what |\n|---|---|\n");
  for (const Verb& verb : verbs)
    page += concat("| [`", verb.name, "`](#", heading_link(verb), ") | ", verb.summary, " |\n");
  page +=
      "\nExit codes: 0 done, 2 wrong usage, 3 a file cannot be read or written, 4 the computation "
      "failed on these data,\n130 interrupted by Ctrl-C. An error is one line on standard error.\n";
  for (const Verb& verb : verbs) {
    page += concat("\n## elto ", verb.name, "\n\n```\n", synopsis(verb), "\n```\n\n",
                   verb.explanation(), "\n");
    if (!verb.examples.empty()) {
      page += "\n```sh\n";
      for (const Example& example : verb.examples)
        page += concat("# ", example.comment, "\n", example.command, "\n");
      page += "```\n";
    }
    std::map<const Verb*, std::vector<std::string>> elsewhere;
    for (const Group& group : groups_of(verb)) {
      if (const Verb* const other = first_with(group, verbs); other != &verb) {
        elsewhere[other].push_back(lower_case(group.title.substr(0, group.title.find(" ("))));
        continue;
      }
      page += concat("\n| ", group.title, " | |\n|---|---|\n");
      for (const Line& line : group.lines)
        page += concat("| `", table_cell(line.term), "` | ", table_cell(line.explanation), " |\n");
    }
    for (const auto& [other, titles] : elsewhere)
      page += concat("\nAs for [`elto ", other->name, "`](#", heading_link(*other),
                     "): ", joined(titles, ", "), ".\n");
  }
  return page;
}

std::string man_page(const std::vector<Verb>& verbs) {
  std::string page =
      concat(".TH ELTO 1 ", kDate, " \"elto ", std::string_view(version), "\"\n",
             ".SH NAME\nelto \\- clean time series with honest error bars\n", ".SH SYNOPSIS\n");
  for (const Verb& verb : verbs)
    page += concat(&verb == &verbs.front() ? "" : ".br\n", ".B ", roff(synopsis(verb)), "\n");
  page += concat(".SH DESCRIPTION\n", roff(kTagline), "\n");
  for (const Verb& verb : verbs) {
    page += concat(".SH \"ELTO ", roff(verb.name), "\"\n", roff(verb.explanation()), "\n");
    for (const Group& group : groups_of(verb)) {
      page += concat(".SS \"", roff(group.title), "\"\n");
      for (const Line& line : group.lines)
        page += concat(".TP\n.B ", roff(line.term), "\n", roff(line.explanation), "\n");
    }
    if (verb.examples.empty()) continue;
    page += ".SS Examples\n";
    for (const Example& example : verb.examples)
      page += concat(".TP\n.B ", roff(example.command), "\n", roff(example.comment), "\n");
  }
  return page +
         ".SH \"EXIT STATUS\"\n0 done, 2 wrong usage, 3 a file cannot be read or written, "
         "4 the computation failed, 130 interrupted.\n";
}

}  // namespace elto::command
