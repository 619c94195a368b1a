// SPDX-License-Identifier: Apache-2.0
// Cuts delimited text into rows and fields and knows nothing of what the fields mean. One pass over
// the text, no copies: a field is a view into it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "elto/core/types.hpp"

namespace elto {

struct CsvField {
  std::string_view text = {};   ///< without blanks around it; within quotes, as it stands there
  bool quoted = false;          ///< a doubled quote inside is still doubled, see unquoted()
  std::string_view fault = {};  ///< why the quotes make no sense; empty: they do
};

/// The field's text with doubled quotes made single.
std::string unquoted(const CsvField& field);

/// Lines end with LF, CRLF or CR. Empty lines and lines that begin with # are no rows. A quoted
/// field may run over several lines.
class CsvScanner {
 public:
  /// The delimiter ' ' stands for runs of blanks and tabs.
  CsvScanner(std::string_view text, char delimiter);

  /// Goes to the next row; false when there is none. The row before must have been read to its end.
  [[nodiscard]] bool next_row();
  /// Takes the next field of the row; false when there is none.
  [[nodiscard]] bool next_field(CsvField& field);
  /// Line on which the row begins, counted from 1.
  Index line() const { return row_line_; }

 private:
  bool at_line_end() const { return at_ == end_ || *at_ == '\n' || *at_ == '\r'; }
  bool at_blank() const {
    return at_ != end_ && (*at_ == ' ' || (*at_ == '\t' && delimiter_ != '\t'));
  }
  void skip_blanks();
  void skip_line();
  void take_quoted(CsvField& field);
  void finish_field();

  const char* at_;
  const char* end_;
  char delimiter_;
  std::array<bool, 256> ends_field_{};  // one lookup instead of a comparison with each
  bool more_ = false;                   // the row has a further field
  Index next_line_ = 1, row_line_ = 0;
};

/// The delimiter that cuts the first rows alike: tab, semicolon, comma or ' ' for runs of blanks.
/// Rows that differ do not hide a delimiter that is there; a single column has the comma.
char find_delimiter(std::string_view text);

}  // namespace elto
