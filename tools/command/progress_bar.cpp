// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace elto::command {
namespace {

std::string duration(double seconds) {
  const long whole = std::lround(std::max(seconds, 0.0));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string progress_line(std::string_view stage, double share, std::string_view remark,
                          double seconds_left) {
  constexpr int kCells = 24;
  share = std::clamp(share, 0.0, 1.0);
  const int full = static_cast<int>(share * kCells);
  return fmt::format("{:<9} [{:#<{}}{:.<{}}] {:3.0f}%  {}  {} left", stage, "", full, "",
                     kCells - full, 100.0 * share, remark, duration(seconds_left));
}

ProgressBar::ProgressBar(bool wanted) : drawn_(wanted && isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  clear();
}

void ProgressBar::stage(std::string_view name) {
  stage_ = name;
  stage_start_ = last_drawn_ = Clock::now();
  first_done_ = -1;
  draw(fmt::format("{:<9} ...", name));
}

void ProgressBar::advance(Index done, Index total, std::string_view remark) {
  constexpr auto kBetweenFrames = std::chrono::milliseconds(100);
  const auto now = Clock::now();
  if (first_done_ < 0) first_done_ = done;
  if (!drawn_ || (now - last_drawn_ < kBetweenFrames && done < total)) return;
  last_drawn_ = now;
  const double spent = std::chrono::duration<double>(now - stage_start_).count();
  const auto advanced = static_cast<double>(std::max<Index>(done - first_done_, 1));
  const double left = spent * static_cast<double>(total - done) / advanced;
  draw(progress_line(stage_, static_cast<double>(done) / static_cast<double>(total), remark, left));
}

void ProgressBar::clear() {
  draw("");
}

void ProgressBar::draw(const std::string& line) {
  if (drawn_) std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
}

}  // namespace elto::command
