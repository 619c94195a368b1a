// SPDX-License-Identifier: Apache-2.0
// CMA-ES restarted with a doubled population whenever a run stops, within a budget of evaluations:
// small populations are fast, large ones see past local minima (IPOP: Auger and Hansen, "A restart
// CMA evolution strategy with increasing population size", CEC 2005). It can be written to text and
// continued elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/tuning/cma_es.hpp"

namespace elto {

struct SearchBudget {
  Index evaluations = 1000;  ///< candidates to evaluate over all runs, >= 1
  Index restarts = 0;        ///< runs after the first, >= 0
};

/// Throws InvalidArgument naming the field.
void validate(const SearchBudget& budget);

/// The first run starts at the start point; each later one at a point drawn from the first run's
/// initial distribution N(start, step_size^2 I), with the initial step size again.
class RestartingSearch {
 public:
  RestartingSearch(VectorView start, const CmaEsOptions& options, const SearchBudget& budget);

  /// Continues a checkpoint, bit for bit as if there had been no interruption. Throws Error when
  /// the text is not a whole, unaltered checkpoint of this version.
  static RestartingSearch resume(std::string_view checkpoint);
  /// The same with another budget, counted from the very beginning of the search.
  static RestartingSearch resume(std::string_view checkpoint, const SearchBudget& budget);
  /// The state as JSON text; between ask() and tell() too.
  std::string checkpoint() const;

  /// The budget is used up, or the run has stopped and no restart is left.
  bool finished() const;

  /// The next candidates, one per row; none when finished. It is a whole generation, or as many as
  /// the budget has left; a generation cut short is completed after a resume with a larger budget.
  Matrix ask();
  /// The values of the asked candidates, in their order; infinity and NaN mark failures.
  void tell(VectorView values);

  const Vector& start() const { return start_; }
  const Vector& best_point() const { return best_point_; }  ///< the start as long as all failed
  double best_value() const { return best_value_; }         ///< infinity as long as all failed
  Index evaluations() const { return evaluations_; }
  Index failures() const { return failures_; }  ///< evaluations with a value that is not finite
  Index restarts() const { return restarts_; }
  Index iterations() const { return static_cast<Index>(history_.size()); }
  const std::vector<double>& history() const { return history_; }  ///< best after each iteration
  const CmaEs& run() const { return run_; }                        ///< the present run

 private:
  Index open_candidates() const;
  void restart();
  template <class Search, class Visit>
  static void visit_records(Search& search, Visit visit);  // what a checkpoint adds to the run

  SearchBudget budget_;
  CmaEsOptions options_;  // of the present run
  Vector start_;
  CmaEs run_;
  std::vector<double> told_;  // values of a generation cut short by the budget
  Vector best_point_;
  double best_value_;
  Index evaluations_ = 0, failures_ = 0, restarts_ = 0;
  std::vector<double> history_;
};

}  // namespace elto
