// SPDX-License-Identifier: Apache-2.0
// A line on standard error that says how far long work is; nothing at all unless somebody looks at
// a terminal.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "elto/core/types.hpp"

namespace elto::command {

class ProgressBar {
 public:
  /// Draws only if `wanted` and standard error is a terminal.
  explicit ProgressBar(bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// "tuning"; a stage begins without a figure.
  void stage(std::string_view name);
  /// The share done and a remark, such as the best objective so far.
  void advance(Index done, Index total, std::string_view remark);
  /// Wipes the line out.
  void clear();

 private:
  void draw(const std::string& line);

  using Clock = std::chrono::steady_clock;
  bool drawn_;
  std::string stage_;
  Clock::time_point stage_start_, last_drawn_;
  Index first_done_ = -1;  // of the stage; a resumed search does not begin at 0
};

/// The line itself: "tuning  [#####.....]  50%  error 0.0123  12 s left"
std::string progress_line(std::string_view stage, double share, std::string_view remark,
                          double seconds_left);

}  // namespace elto::command
