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

#include "linalg/log_product.hpp"

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

  /// After forward(), whose model must still be there: turn_back(), and back() for one stretch of
  /// rows after the other, the last one first, until it returns false.
  void turn_back();
  bool back(bool smooths, bool by_logs);
  /// The first row of the stretch, and its rows.
  Index begin() const { return segments_[next_].begin; }
  const SmoothedRows& smoothed() const { return smoothed_; }
  /// Of the likelihood, when no stretch is left.
  Vector gradient() const;

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

  /// Of the innovations.
  struct Density {
    double squares = 0.0, entries = 0.0;
    LogProduct variances = {};

    double log() const;
  };

  Slot slot(std::size_t index);
  std::size_t new_slot();
  std::size_t step_of(Index row);
  bool same_entries(Index row) const;
  void bind(const LinearModel& model);
  bool run_any(const Segment& segment, double cut, const Visitor& visitor);
  // `n` is n_, as a constant where states are few.
  template <class Size>
  bool run(Size n, const Segment& segment, double cut, const Visitor& visitor);
  void move_covariance(const Transition& transition);
  template <class Size>
  bool take(Size n, Index row, const Slot& here, double cut);
  template <class Size>
  bool take_steady(Size n, Index row, const Slot& here, double cut);
  bool score(Index row, Index channel, double innovation, double variance, double cut);
  template <class Size>
  void go_back(Size n, const Segment& segment, bool smooths, bool gradient);
  template <class Size>
  void take_back(Size n, Index row, const Slot& here, bool steady, bool smooths);
  template <class Size>
  void write(Size n, Index row, const Slot& here, bool steady);
  void pull(const Transition& transition, bool covariance);
  void add_gradient(Index row, const Segment& segment);
  void flush();

  const LinearModel* model_ = nullptr;
  const Rows& rows_;
  std::vector<Jump> jumps_;  // by row
  Index n_ = 0, channels_ = 0;
  Blocks blocks_;
  std::vector<std::vector<Index>> seen_states_;  // by channel

  Numbers mean_, covariance_, column_;
  Density density_;
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
  std::size_t next_ = 0;  // segment
  Vector by_dynamics_;
  Numbers r_, N_, last_N_, Ng_, transposed_, before_, moved_, by_noise_;
  Numbers precision_, signal_variance_, seen_covariance_;  // D, c P_s c^T, P c^T, by channel
  std::vector<bool> learns_F_;                             // by block
  std::size_t moved_slot_ = 0, moved_step_ = 0;
  SmoothedRows smoothed_;  // of the segment
};

}  // namespace elto
