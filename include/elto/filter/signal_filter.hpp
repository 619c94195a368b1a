// SPDX-License-Identifier: Apache-2.0
// A SignalModel row by row, as rows come in, at their real times. Each channel has a belief of its
// own:
//   predict   x <- F x,   P <- F P F^T + Q, over the time since its last row
//   update    entry by entry; those that are NaN are missing
//   wait      an entry beyond the gate waits for the next one. If that is beyond it too, the level
//             has jumped: P grows, and it is taken; if not, the one that waited was an outlier
// What known inputs add to a channel (model/input_effect.hpp) is taken off its entries first. An
// input that is missing is where it was last; before it was anywhere it adds nothing.
#pragma once

#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/dynamics/blocks.hpp"
#include "elto/filter/signal_law_filter.hpp"
#include "elto/io/array_file.hpp"
#include "elto/model/signal_model.hpp"

namespace elto {

class SignalFilter {
 public:
  /// The model must outlive the filter.
  explicit SignalFilter(const SignalModel& model);
  explicit SignalFilter(SignalModel&&) = delete;

  /// Moves on to a time; the first call gives the initial belief. Throws InvalidArgument for a time
  /// that is not finite or before the last one.
  void predict(double time);
  /// Of a model with inputs: those of that time.
  void predict(double time, const RowView& inputs);
  /// Conditions on the entries that are not NaN; the row is in the units of the data. Throws
  /// InvalidArgument for a wrong length and for infinities.
  Status update(const RowView& row);

  /// Of the signal, in the units of the data.
  RowVector mean() const;
  RowVector variance() const;
  /// Entries passed over so far, and how often the next one was as far off.
  Index rejected() const;
  Index reopened() const;
  const Status& status() const { return status_; }

  /// How the last row was taken in, by channel, in the units of its model.
  struct Trace {
    Vector seen;                  ///< P c^T
    double innovation, variance;  ///< variance 0: no entry was taken
  };
  const Trace& trace(Index channel) const { return beliefs_[at(channel)].trace; }
  /// F of the step to it; empty before the second row.
  const Matrix& transition(Index channel) const { return beliefs_[at(channel)].transition.F; }
  /// Of the signal, c P c^T, likewise.
  double signal_variance(Index channel) const { return beliefs_[at(channel)].signal_variance; }
  /// The belief itself, likewise.
  const Vector& state(Index channel) const { return beliefs_[at(channel)].mean; }
  const Matrix& covariance(Index channel) const { return beliefs_[at(channel)].covariance; }
  /// Those of the laws, whose channels have no belief of their own.
  const std::vector<SignalLawFilter>& laws() const { return laws_; }
  bool by_law(Index channel) const { return by_law_[at(channel)] != 0; }
  /// What inputs add to it, in the units of the data.
  double drive(Index channel) const;
  /// Of the last row; NaN before the first.
  double time() const { return time_; }

  /// Everything that the rows so far have left in the filter, to go on elsewhere bit for bit. An
  /// array file of kind "signal filter"; its meta is free for the caller.
  ArrayFile snapshot() const;
  /// Throws IoError if it is no snapshot, or one of a filter of another model.
  void restore(const ArrayFile& snapshot);

 private:
  /// Of a covariance. It settles while rows are regular: at equal steps, each with its entry taken.
  enum class Phase { moving, regular, settling, steady, steady_predicted };
  struct Belief {
    Vector mean;
    Matrix covariance;
    Trace trace;
    double waiting;  // 1 if the last entry waits for the next, else 0
    double step;     // that the transition belongs to
    Transition transition;
    Blocks blocks;
    Matrix before;  // covariance predicted for the last row; where it is steady, the other one
    Phase phase;
    double signal_variance;  // c P c^T
  };

  static std::size_t at(Index channel) { return static_cast<std::size_t>(channel); }

  static void look(Belief& belief, const ChannelModel& part);
  void move(Belief& belief, const ChannelModel& part, double step);
  bool take(Belief& belief, const ChannelModel& part, double value);
  void take_inputs(double time, const RowView& inputs);

  const SignalModel* model_;
  std::vector<Belief> beliefs_;
  std::vector<SignalLawFilter> laws_;
  std::vector<char> by_law_;        // by channel
  RowVector inputs_;                // that were known last; NaN: not yet
  std::vector<RowVector> follows_;  // what each effect of a channel has come to; NaN: nothing yet
  double time_;                     // of the last row; NaN before the first
  Index rejected_ = 0, reopened_ = 0, row_ = -1;
  Status status_ = {StatusCode::ok};
};

}  // namespace elto
