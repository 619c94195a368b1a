// SPDX-License-Identifier: Apache-2.0
// The law of a SignalModel row by row, as rows come in, at their real times: an extended Kalman
// filter (filter/law_filter.hpp) in the units of the data. An entry beyond the gate waits for the
// next one; if that is beyond it too, the channel has jumped (filter/signal_filter.hpp). Where the
// motion leaves all bounds the filter begins anew.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/law_filter.hpp"
#include "elto/filter/law_sensitivity.hpp"
#include "elto/io/array_file.hpp"
#include "elto/model/signal_model.hpp"

namespace elto {

class SignalLawFilter {
 public:
  /// The law must outlive the filter.
  explicit SignalLawFilter(const SignalLaw& law);

  /// Over a length of time, in the units of the time column. With the model's inputs before and
  /// now, if the law has any; what is missing is taken to be where the law counts from.
  void predict(double length, const RowView& before = RowVector(),
               const RowView& now = RowVector());
  /// The row has all columns of the series.
  void update(const RowView& row);

  /// Of a channel's signal, in the units of the data.
  double mean(Index channel) const;
  double variance(Index channel) const;

  Index rejected() const { return rejected_; }
  Index reopened() const { return reopened_; }

  /// How the last row was taken in, in the units of the law: F of the step to it, and the entries
  /// in the order in which they were taken.
  struct Taken {
    Index channel;
    LawEntry entry;
    Vector by_coefficients;  ///< d of filter/law_sensitivity.hpp
  };
  const Matrix& transition() const { return transition_; }
  const std::vector<Taken>& taken() const { return taken_; }
  /// Whether it began anew at the last row: what was known before says nothing of it.
  bool began_anew() const { return began_anew_; }
  const LawBelief& belief() const { return filter_.belief; }
  /// How the states move with the coefficients that are in doubt.
  const Matrix& sensitivity() const { return sensitivity_.states; }
  const SignalLaw& law() const { return *law_; }

  /// All that the rows so far have left, as arrays whose names begin with a prefix.
  void snapshot(ArrayFile& file, const std::string& prefix) const;
  void restore(const ArrayFile& file, const std::string& prefix);

 private:
  void begin_anew();

  const SignalLaw* law_;
  LawFilter filter_;
  LawSensitivity sensitivity_;
  std::vector<char> waiting_;  // whether the last entry of a channel waits for the next
  Matrix transition_, moved_;
  std::vector<Taken> taken_;
  bool began_anew_ = false;
  Index rejected_ = 0, reopened_ = 0;
};

}  // namespace elto
