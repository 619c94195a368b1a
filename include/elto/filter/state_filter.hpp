// SPDX-License-Identifier: Apache-2.0
// Filtering with a StateModel, f(x) = L x + B g(x), row by row. The mean stays a state, moved by
// f itself; the covariance of each block is moved by the Jacobian J of f there:
//   predict   x <- f(x),   P <- J P J^T + Q
//   forget    without rows a learned map spreads errors until its Jacobian says nothing. A channel
//             that was seen, but not taken in the row before, and has a larger variance than two
//             states drawn at random have apart, gets this one, twice P_0, in J zeros, and in P no
//             covariance with the rest; unless its numbers are beyond three standard deviations
//   update    entry by entry of the row, as R is diagonal; entries that are NaN are missing
//   gate      an entry whose innovation is beyond five standard deviations is passed over, unless
//             three before it were (two, without a map): then the series has gone where nobody
//             expected it. The first row of a block is always taken, P grows to reach it; a second
//             entry beyond the gate widens P for the third. So a series may begin where none has
//             been, and move as none did
//   watch     if entries stay on one side of the belief (one_sided_run.hpp), the filter is lost: P
//             grows to reach them, and R shrinks to what the rows allow (roughness.hpp). If there
//             are several blocks, a channel is watched otherwise (channel_watch.hpp): P and Q of
//             its numbers grow until it keeps up
//   adapt     by entries that were not passed over
//             R_j <- alpha R_j + (1 - alpha) ((r_j - r_j,before)^2 / 2 + c_j P c_j^T)
//             Q <- Q (beta + (1 - beta) |G d|^2 / tr(P- - P)),   G d: correction of the drift
//   follow    without a map, and unless channels are latent, Q of a channel is multiplied by
//             (R_j / R_j,model)^(1/4): rows that have become noisier, being of something larger or
//             farther away, may move more too
// R is learned from differences of residuals r after the update, so that a filter that lags behind
// does not take its own lag for noise, trust the rows less, and lag the more.
#pragma once

#include <span>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/channel_watch.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/one_sided_run.hpp"
#include "elto/io/array_file.hpp"
#include "elto/model/state_model.hpp"
#include "elto/noise/roughness.hpp"

namespace elto {

/// What is done for a channel that the filter has lost, must forget, has passed over too often
/// without a map, or whose noise has changed its process. Nothing where models are tuned by their
/// likelihood: help would hide what a bad one is like.
enum class LostChannels { catch_up, stay_lost };

class StateFilter {
 public:
  /// The model must outlive the filter.
  explicit StateFilter(const StateModel& model, LostChannels lost = LostChannels::catch_up);
  explicit StateFilter(StateModel&&, LostChannels = LostChannels::catch_up) = delete;

  /// Moves on to the next row; the first call gives the initial belief.
  void predict();
  /// Conditions on the entries that are not NaN; the row is in the units of the data. Throws
  /// InvalidArgument for a wrong length and for infinities.
  Status update(const RowView& row);
  /// How a row was taken in, by channel; only of those that were seen.
  struct Trace {
    Matrix gain;                     ///< columns are P c^T, as long as the block of the channel
    RowVector innovation, variance;  ///< d and c P c^T + R; NaN where the entry is missing
    std::vector<bool> taken;         ///< not passed over
  };
  /// The same, and writes down how: the gradient of the likelihood needs it.
  Status update(const RowView& row, Trace& trace);

  /// Of the signal, in the units of the data; the variance is calibrated.
  RowVector mean() const;
  RowVector variance() const;
  Matrix covariance() const;
  /// Of log p(row | rows before), summed over the rows seen, in standardised units. An entry that
  /// is passed over counts as if it had been just within the gate.
  double log_likelihood() const { return log_likelihood_; }
  /// Rows predicted so far.
  Index rows() const { return row_ + 1; }
  /// Not finite from the row on at which it failed.
  const Status& status() const { return status_; }

  /// The belief itself, in standardised units.
  const Vector& state() const { return x_; }
  /// P of each block, and J = df/dx where the last prediction began; zero in what was forgotten.
  const std::vector<Matrix>& covariances() const { return P_; }
  const std::vector<Matrix>& jacobians() const { return J_; }
  const RowVector& noise() const { return noise_; }
  /// R of the row to come, from one who knows it, before it is predicted: Q may follow R. It goes
  /// on to adapt if the model says so. Throws InvalidArgument unless all D are positive.
  void set_noise(const RowVector& noise);
  /// Q has adapted to this many times that of the model, the same for all channels.
  double process() const { return process_; }
  /// Of the estimate of the row before; NaN where there was none.
  const RowVector& residual() const { return residual_; }
  /// Entries passed over so far, and how often a run of them ended at the gate giving in.
  Index rejected() const { return rejected_; }
  Index reopened() const { return reopened_; }
  /// Entries of a channel that were not missing, and whether one was passed over in the last row.
  Index seen(Index channel) const { return seen_[static_cast<std::size_t>(channel)]; }
  bool passed_over(Index channel) const { return passed_over_[static_cast<std::size_t>(channel)]; }

  /// Everything that the rows so far have left in the filter, to go on elsewhere bit for bit. An
  /// array file of kind "state filter"; its meta is free for the caller.
  ArrayFile snapshot() const;
  /// Throws IoError if it is no snapshot, or one of a filter of another model.
  void restore(const ArrayFile& snapshot);

 private:
  /// Whether P of a position, just predicted by g, has outgrown the states known.
  bool outgrown(std::size_t block, Index entry) const;
  /// Of the numbers of all channels, those of the ones that tell where a position is: of its own
  /// or, if it is latent, of all in the block.
  std::span<const Index> telling(const StateBlock& block, Index entry,
                                 const std::vector<Index>& channels) const;
  /// Rows since something was taken that tells where it is; 0 if nothing ever was to be seen, as it
  /// may then begin anywhere.
  Index unseen(const StateBlock& block, Index entry) const;
  /// What the standard deviations of the channels are multiplied by now.
  RowVector band_factors() const;
  void forget(std::size_t block);
  /// Q of a number of the state now, beside what all have adapted to, times that of the model, if
  /// channels are helped.
  double process_of(const StateBlock& block, Index state) const;
  void add_process(std::size_t block);
  /// P of the channels that are lost, in a block just predicted.
  void catch_up(std::size_t block);
  Status update(const RowView& row, Trace* trace);
  /// `first`: nothing of the block was seen before this row.
  void update_entry(std::size_t block, Index channel, double value, bool first, Trace* trace);
  void remember_drift();
  void adapt(const RowView& row);
  /// Whether an entry beyond the gate is taken nevertheless.
  bool gives_in(Index channel);
  /// None of its channels was ever seen.
  bool is_new(const StateBlock& block) const;
  /// P grows to reach the first row of the block.
  void begin(std::size_t block, const RowView& row);
  /// By this entry; `signal`: c P c^T. R shrinks, if it adapts, to what the rows allow.
  bool is_lost(Index channel, double innovation, double signal);
  /// The entry now was passed over, the one before was not: it counts for nothing.
  bool may_be_outlier(Index channel) const;
  /// P at the next prediction.
  void widen(std::size_t block, double factor);

  const StateModel* model_;
  Vector x_, move_;
  Matrix G_;  // dg/dx
  std::vector<Matrix> P_, J_;
  struct Room {
    Vector moved, gain, factor;
    Matrix product;
  };
  std::vector<Room> rooms_;  // one for each block
  StateMapRoom map_room_;
  Vector drift_, drift_variance_;      // before the update, of each move
  RowVector residual_;                 // of the row before
  RowVector noise_;                    // R now
  Roughness roughness_;                // of the rows, in standardised units
  double process_ = 1.0;               // Q now, times that of the model
  std::vector<Index> run_;             // entries passed over one after another, by channel
  std::vector<bool> passed_over_;      // of the row now
  std::vector<Index> seen_;            // entries, by channel
  std::vector<Index> unseen_;          // rows since an entry was taken, by channel
  bool catches_up_;                    // if lost
  std::vector<OneSidedRun> sides_;     // of the belief on which rows are, by channel
  std::vector<double> widening_;       // of P of each block, at the next prediction
  std::vector<ChannelWatch> watches_;  // of the channels, or none
  Index rejected_ = 0, reopened_ = 0;
  Index row_ = -1;  // of the current belief
  double log_likelihood_ = 0.0;
  Status status_ = {StatusCode::ok};
};

}  // namespace elto
