// SPDX-License-Identifier: Apache-2.0
// The passes of filter/linear_smoother.hpp over a law of motion: an extended Kalman filter, whose
// steps are cut into parts as short as the motion asks, and one pass back. Forward it can carry the
// sensitivities to the coefficients of the law with it, gains frozen,
//   a part     S <- F S + B
//   an entry   d = c S,   g <- g + d^T v / s,   N <- N + d^T d / s,   S <- S - (P c^T / s) d
// so that N^-1 g is the step of Gauss and Newton. Back, it tells how likely more or less noise is.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/dynamics/law_step.hpp"
#include "elto/filter/law_filter.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/model/law_model.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// Of the log-likelihood, by the coefficients that are learned.
struct CoefficientScore {
  Vector gradient = {};
  Matrix information = {};
};

/// Of the log-likelihood, by the logarithms of densities: gradient and expected curvature.
struct NoiseScore {
  Vector level, drift, measurement;
  Vector level_information, drift_information, measurement_information;
};

struct SmoothedLaw {
  SignalMoments signal = {};    ///< T x D, given all rows
  SignalMoments left_out = {};  ///< an entry given all others, with its noise; NaN: none was taken
  Matrix jump = {};    ///< T x D, chi-squared statistic of a jump of a channel before each row
  Matrix states = {};  ///< T x n, means given all rows
  Matrix added = {};   ///< T x D, to variances of the signal: by coefficients not known exactly
};

class LawPass {
 public:
  /// Rows have at least one of them, and the inputs of the law; times never decrease.
  explicit LawPass(Rows rows, std::vector<Jump> jumps = {});

  const Rows& rows() const { return rows_; }

  /// A row before and after its entries were taken.
  struct Visit {
    Index row;
    const Vector &predicted_mean, &mean;
    const Matrix &predicted_covariance, &covariance;
  };
  using Visitor = std::function<void(const Visit&)>;

  /// False if the motion leaves all bounds; failed_row() says where. The model must outlive the
  /// passes back.
  bool forward(const LawModel& model, const Visitor& visitor = {});
  /// The same with what the rows say of some coefficients.
  bool forward(const LawModel& model, const std::vector<LawCoefficient>& learned,
               CoefficientScore& score);
  /// The same, and keeps how means move with some coefficients, for the way back.
  bool forward(const LawModel& model, const std::vector<LawCoefficient>& learned);
  double log_likelihood() const { return log_likelihood_; }
  Index failed_row() const { return failed_row_; }

  /// After forward(). Either may be null; with the covariance of the coefficients that it kept,
  /// what not knowing these exactly adds to the variances of the signals.
  void backward(SmoothedLaw* smoothed, NoiseScore* noise, const Matrix* covariance = nullptr);

 private:
  /// What the filter knew before a stretch of rows.
  struct Segment {
    Index begin, end;
    LawBelief before;
    Matrix sensitivity;
  };
  struct Part {
    double length = 0.0;
    Matrix F = {}, H = {};
  };
  /// How a row was predicted and taken.
  struct Taken {
    Vector mean;
    Matrix covariance, gain;                       // predicted; n x D
    Matrix sensitivity, seen;                      // n x K, predicted; K x D, of entries when taken
    Vector innovation, variance;                   // D; variance 0: missing
    std::size_t first_part = 0, end_of_parts = 0;  // of the step to it
  };

  void bind(const LawModel& model, const std::vector<LawCoefficient>& learned);
  bool run_all();
  bool run(const Segment& segment);
  bool move(Index row);
  void carry_sensitivity(const LawStep& step);
  bool take(Index row, Taken& taken);
  void flush_panel();
  void take_back(Index row, SmoothedLaw* smoothed, NoiseScore* noise);
  void write(Index row, SmoothedLaw& smoothed) const;
  void add_unknown(Index row, const Matrix& root, Matrix& added);
  void add_noise_score(const Part& part, NoiseScore& noise, Vector& level, Vector& drift) const;
  void pull(const Part& part);

  Rows rows_;
  std::vector<Jump> jumps_;  // by row

  const LawModel* model_ = nullptr;
  std::vector<LawCoefficient> learned_ = {};  // whose sensitivities are carried along
  CoefficientScore* score_ = nullptr;
  const Visitor* visitor_ = nullptr;
  bool keeps_sensitivity_ = false;
  std::optional<LawFilter> filter_ = {};
  LawEntry entry_ = {};
  Matrix sensitivity_, panel_;
  Vector seen_, column_;
  Index panel_used_ = 0;
  double log_likelihood_ = 0.0;
  Index failed_row_ = -1;

  std::vector<Segment> segments_;
  Index kept_ = -1;           // begin of the segment that ran last
  std::vector<Taken> taken_;  // its rows
  std::vector<Part> parts_;   // of all of these
  std::size_t parts_used_ = 0;

  Vector r_;
  Matrix N_, by_learned_;  // d r / d coefficients
  Matrix moved_, transposed_;
};

}  // namespace elto
