// SPDX-License-Identifier: Apache-2.0
#include "csv_scanner.hpp"

#include <algorithm>
#include <vector>

namespace elto {
namespace {

constexpr std::size_t kSampledRows = 20;

// Fields in each of the first rows; 0 for a row that this delimiter cannot cut.
std::vector<int> field_counts(std::string_view text, char delimiter) {
  std::vector<int> counts;
  CsvScanner scanner(text, delimiter);
  CsvField field;
  while (counts.size() < kSampledRows && scanner.next_row()) {
    int count = 0;
    bool faulty = false;
    while (scanner.next_field(field)) {
      ++count;
      faulty = faulty || !field.fault.empty();
    }
    counts.push_back(faulty ? 0 : count);
  }
  return counts;
}

bool separates(int count) {
  return count > 1;
}

}  // namespace

std::string unquoted(const CsvField& field) {
  if (!field.quoted) return std::string(field.text);
  std::string text;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    text.push_back(field.text[i]);
    if (field.text[i] == '"') ++i;  // it stands there twice
  }
  return text;
}

CsvScanner::CsvScanner(std::string_view text, char delimiter)
    : at_(text.data()), end_(text.data() + text.size()), delimiter_(delimiter) {
  for (const char c : {delimiter, '\n', '\r'}) ends_field_[static_cast<unsigned char>(c)] = true;
  if (delimiter == ' ') ends_field_['\t'] = true;
}

void CsvScanner::skip_blanks() {
  while (at_blank()) ++at_;
}

void CsvScanner::skip_line() {
  while (!at_line_end()) ++at_;
  if (at_ == end_) return;
  const bool carriage_return = *at_++ == '\r';
  if (carriage_return && at_ != end_ && *at_ == '\n') ++at_;
  ++next_line_;
}

bool CsvScanner::next_row() {
  for (; at_ != end_; skip_line()) {
    skip_blanks();
    if (at_line_end() || *at_ == '#') continue;
    row_line_ = next_line_;
    return more_ = true;
  }
  return more_ = false;
}

bool CsvScanner::next_field(CsvField& field) {
  if (!more_) return false;
  skip_blanks();
  if (at_ != end_ && *at_ == '"') {
    take_quoted(field);
  } else {
    const char* begin = at_;
    while (at_ != end_ && !ends_field_[static_cast<unsigned char>(*at_)]) ++at_;
    const char* last = at_;
    while (last != begin && (last[-1] == ' ' || last[-1] == '\t')) --last;
    field = {.text = {begin, last}};
  }
  finish_field();
  return true;
}

void CsvScanner::take_quoted(CsvField& field) {
  const char* begin = ++at_;
  while (true) {
    at_ = std::find(at_, end_, '"');
    const bool doubled = end_ - at_ > 1 && at_[1] == '"';
    if (!doubled) break;
    at_ += 2;
  }
  field = {.text = {begin, at_}, .quoted = true};
  next_line_ += std::count(begin, at_, '\n');
  if (at_ == end_) {
    field.fault = "a quote is never closed";
    return;
  }
  ++at_;
  skip_blanks();
  const bool blank_before = delimiter_ == ' ' && (at_[-1] == ' ' || at_[-1] == '\t');
  if (at_line_end() || *at_ == delimiter_ || blank_before) return;
  field.fault = "text follows a closing quote";
  while (!at_line_end()) ++at_;
}

void CsvScanner::finish_field() {
  if (delimiter_ == ' ') {
    skip_blanks();
    more_ = !at_line_end();
  } else {
    more_ = at_ != end_ && *at_ == delimiter_;
    if (more_) ++at_;
  }
  if (!more_) skip_line();
}

char find_delimiter(std::string_view text) {
  constexpr std::array<char, 3> kSigns = {'\t', ';', ','};
  std::array<std::vector<int>, kSigns.size()> counts;
  for (std::size_t i = 0; i < kSigns.size(); ++i) {
    counts[i] = field_counts(text, kSigns[i]);
    const bool alike =
        std::equal(counts[i].begin() + !counts[i].empty(), counts[i].end(), counts[i].begin());
    if (alike && std::any_of(counts[i].begin(), counts[i].end(), separates)) return kSigns[i];
  }
  for (std::size_t i = 0; i < kSigns.size(); ++i)
    if (std::any_of(counts[i].begin(), counts[i].end(), separates)) return kSigns[i];
  // Names have blanks in them too, so most rows must agree.
  const std::vector<int> blanks = field_counts(text, ' ');
  const auto rows = std::count_if(blanks.begin(), blanks.end(), separates);
  return 2 * rows > std::ssize(blanks) ? ' ' : ',';
}

}  // namespace elto
