// SPDX-License-Identifier: Apache-2.0
// The two passes of filter/linear_smoother.hpp. F and Q are used block by block, so a row costs
// n^2 and not n^3. Where steps are equal and nothing is missing, P and N settle; from then on a row
// costs n. Long series are kept in segments: the forward pass runs again over each on the way back,
// so that memory does not grow with the covariances of all rows.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "elto/dynamics/blocks.hpp"
#include "elto/filter/linear_smoother.hpp"

namespace elto {

class LinearPass {
 public:
  /// Keeps the rows' address. The room that a pass needs is kept for the next one.
  LinearPass(const Rows& rows, const std::vector<Jump>& jumps);

  /// A row before and after its entries were taken; n and n x n.
  struct Visit {
    Index row;
    const double *predicted_mean, *predicted_covariance, *mean, *covariance;
  };
  using Visitor = std::function<void(const Visit&)>;

  /// False if a number is not finite; failed_row() says where.
  bool forward(const LinearModel& model, double cut, const Visitor& visitor = {});
  const std::vector<Jump>& jumps() const { return jumps_; }
  double log_likelihood() const { return log_likelihood_; }
  Index failed_row() const { return failed_row_; }

  /// After forward(), whose model must still be there. Either may be null.
  void backward(SmoothedRows* smoothed, Vector* gradient);

 private:
  using Numbers = std::vector<double>;

  /// Of one length, with what the likelihood owes to its F and Q.
  struct Step {
    double length;
    Transition transition, by_entry;
    bool touched;
  };
  struct Segment {
    Index begin, end;
    Numbers mean, covariance;  // updated, of the row before; empty for the first
  };
  /// Where in the pool the covariances of a row are, or those of a steady stretch of rows.
  struct Slot {
    double *predicted, *updated;  // n x n
    double* gain;                 // n x D
    double* variance;             // D, of innovations; 0 where the entry is missing
  };

  Slot slot(std::size_t index);
  std::size_t new_slot();
  std::size_t step_of(Index row);
  bool same_entries(Index row) const;
  void bind(const LinearModel& model);
  std::pair<std::size_t, std::size_t> jumps_before(Index row) const;
  bool run(const Segment& segment, double cut, const Visitor& visitor);
  void move_covariance(const Transition& transition);
  bool take(Index row, const Slot& here, double cut);
  bool take_steady(Index row, const Slot& here, double cut);
  bool score(Index row, Index channel, double innovation, double variance, double cut);
  void go_back(const Segment& segment, SmoothedRows* smoothed, bool gradient);
  void take_back(Index row, const Slot& here, bool steady, SmoothedRows* smoothed);
  void write(Index row, const Slot& here, bool steady, SmoothedRows& smoothed);
  void pull(const Transition& transition, bool covariance);
  void add_gradient(Index row, const Segment& segment);
  void flush(Vector& by_dynamics);

  const LinearModel* model_ = nullptr;
  const Rows& rows_;
  std::vector<Jump> jumps_;  // by row
  Index n_ = 0, channels_ = 0;
  Blocks blocks_;
  std::vector<std::vector<Index>> seen_states_;  // by channel

  Numbers mean_, covariance_, column_;
  double log_likelihood_ = 0.0;
  Index failed_row_ = -1;
  std::vector<Segment> segments_;
  std::vector<Step> steps_;
  std::unordered_map<double, std::size_t> step_by_length_;

  // Of the segment that ran last.
  Index kept_ = -1;                     // its begin
  Numbers means_, innovations_, pool_;  // predicted n x rows, D x rows, slots
  std::vector<std::size_t> slot_of_, step_of_;
  std::size_t slots_ = 0;

  // On the way back.
  Numbers r_, N_, last_N_, Ng_, transposed_, before_, moved_, by_noise_;
  Numbers precision_, signal_variance_, seen_covariance_;  // D, c P_s c^T, P c^T, by channel
  std::vector<bool> learns_F_;                             // by block
  std::size_t moved_slot_ = 0, moved_step_ = 0;
};

}  // namespace elto
