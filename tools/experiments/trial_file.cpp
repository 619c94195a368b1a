// SPDX-License-Identifier: Apache-2.0
#include "experiments/trial_file.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <system_error>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/whole_file.hpp"

#include "io/csv_scanner.hpp"

namespace elto::experiments {
namespace {

constexpr std::string_view kHeader =
    "table,row,column,trial,error,learning,tuning,filtering,diverged";
constexpr std::size_t kFields = 9;

bool read(std::string_view field, std::string& value) {
  value = field;
  return true;
}

template <class Number>
bool read(std::string_view field, Number& value) {
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return error == std::errc{} && stop == end;
}

/// "# seed = 1": a member of the record as a line of the file.
struct Setting {
  std::string_view key;
  std::string (*get)(const CampaignRecord&);
  bool (*set)(CampaignRecord&, std::string_view);
};

template <auto Member>
constexpr Setting setting(std::string_view key) {
  return {
      key, [](const CampaignRecord& record) { return text(record.*Member); },
      [](CampaignRecord& record, std::string_view value) { return read(value, record.*Member); }};
}

constexpr std::array kSettings = {
    setting<&CampaignRecord::version>("version"),
    setting<&CampaignRecord::command>("command"),
    setting<&CampaignRecord::trials>("trials"),
    setting<&CampaignRecord::seed>("seed"),
    setting<&CampaignRecord::evaluations>("evaluations"),
    setting<&CampaignRecord::seconds>("seconds"),
};

/// Always in quotes: names have commas.
std::string in_quotes(std::string_view name) {
  std::string field = "\"";
  for (const char c : name) field.append(c == '"' ? 2 : 1, c);
  return field.append("\"");
}

std::string line_of(const Trial& trial) {
  const Outcome& outcome = trial.outcome;
  return concat(in_quotes(trial.table), ",", in_quotes(trial.row), ",", in_quotes(trial.column),
                ",", trial.number, ",", outcome.error, ",", outcome.learning, ",", outcome.tuning,
                ",", outcome.filtering, ",", outcome.diverged ? "yes" : "no", "\n");
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Results parse() {
    parse_settings();
    parse_rows();
    return std::move(results_);
  }

 private:
  [[noreturn]] void refuse(Index line, std::string_view problem) const {
    throw IoError(name_, concat("line ", line, ": ", problem));
  }

  void parse_settings() {
    std::bitset<kSettings.size()> given;
    Index line = 1;
    std::string_view rest = text_;
    for (; rest.starts_with('#'); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view comment = rest.substr(0, end);
      if (comment.ends_with('\r')) comment.remove_suffix(1);
      given.set(parse_setting(comment, line));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (std::size_t i = 0; i < kSettings.size(); ++i)
      if (!given[i]) refuse(line, concat("no line '# ", kSettings[i].key, " = ...' before it"));
  }

  /// Which one it is.
  std::size_t parse_setting(std::string_view comment, Index line) {
    for (std::size_t i = 0; i < kSettings.size(); ++i) {
      const std::string begin = concat("# ", kSettings[i].key, " = ");
      if (!comment.starts_with(begin)) continue;
      const std::string_view value = comment.substr(begin.size());
      if (!kSettings[i].set(results_.record, value))
        refuse(line, concat(kSettings[i].key, ": '", value, "' is not a number in its range"));
      return i;
    }
    refuse(line, concat("'", comment, "' is no setting"));
  }

  void parse_rows() {
    CsvScanner scanner(text_, ',');
    const bool has_header = scanner.next_row();
    std::string header;
    for (const std::string& field : fields_of(scanner))
      header.append(header.empty() ? "" : ",").append(field);
    if (!has_header || header != kHeader) refuse(scanner.line(), concat("must be '", kHeader, "'"));
    while (scanner.next_row()) {
      const Index line = scanner.line();
      results_.trials.push_back(trial_of(fields_of(scanner), line));
    }
  }

  std::vector<std::string> fields_of(CsvScanner& scanner) const {
    std::vector<std::string> fields;
    for (CsvField field; scanner.next_field(field);) {
      if (!field.fault.empty()) refuse(scanner.line(), field.fault);
      fields.push_back(unquoted(field));
    }
    return fields;
  }

  Trial trial_of(const std::vector<std::string>& fields, Index line) const {
    if (fields.size() != kFields)
      refuse(line, concat(kFields, " fields expected, ", fields.size(), " found"));
    Trial trial{.table = fields[0], .row = fields[1], .column = fields[2]};
    const auto take = [&](std::size_t at, auto& number) {
      if (!read(fields[at], number)) refuse(line, concat("'", fields[at], "' is not a number"));
    };
    take(3, trial.number);
    take(4, trial.outcome.error);
    take(5, trial.outcome.learning);
    take(6, trial.outcome.tuning);
    take(7, trial.outcome.filtering);
    trial.outcome.diverged = fields[8] == "yes";
    if (!trial.outcome.diverged && fields[8] != "no")
      refuse(line, concat("'", fields[8], "' is neither yes nor no"));
    return trial;
  }

  std::string_view text_, name_;
  Results results_;
};

}  // namespace

std::string trials_to_csv(const Results& results) {
  std::string csv;
  for (const Setting& setting : kSettings) {
    std::string value = setting.get(results.record);
    for (char& c : value)
      if (c == '\n' || c == '\r') c = ' ';  // a setting is one line
    csv += concat("# ", setting.key, " = ", value, "\n");
  }
  csv.append(kHeader).append("\n");
  for (const Trial& trial : results.trials) csv += line_of(trial);
  return csv;
}

void write_trials(const Results& results, const std::filesystem::path& path) {
  write_whole_file(path, trials_to_csv(results));
}

Results parse_trials(std::string_view text, std::string_view name_for_messages) {
  return Parser(text, name_for_messages).parse();
}

Results read_trials(const std::filesystem::path& path) {
  return parse_trials(read_whole_file(path), path.string());
}

}  // namespace elto::experiments
