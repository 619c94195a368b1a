// SPDX-License-Identifier: Apache-2.0
// Every channel as a sum of components in continuous time (dynamics/components.hpp), in the units
// of the data: a level, a trend, cycles, seasons, seen with noise. It is what learn_signal_model()
// finds and what the engine's filters run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/input_effect.hpp"
#include "elto/model/law_model.hpp"
#include "elto/model/linear_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Of a channel that never changes, and so says nothing of how it would.
inline constexpr std::string_view kConstantFamily = "constant";
/// Of log-likelihood by noise. More than one in a hundred series without noise gain by chance: with
/// R at its bound, twice the gain is zero in one case of two, else chi-squared with one degree of
/// freedom.
inline constexpr double kEvidentGain = 2.7;

struct ChannelModel {
  std::string family = {};  ///< in words: "trend and season 24"
  LinearModel model = {};   ///< of (y - offset) / scale, at times in units of a step
  double offset = 0.0;
  double scale = 1.0;      ///< positive
  double step = 1.0;       ///< of time, in the units of the time column; positive
  bool intervenes = true;  ///< outliers and jumps are looked for
  bool bursts = false;     ///< and jumps may come in runs, in hindsight
  /// Gain of log-likelihood by there being noise (learn/noise_evidence.hpp); little: it cannot be
  /// told from movement.
  double noise_evidence = 0.0;
  /// Covariance of model.logs(), as far as the rows told them; empty: as good as known.
  Matrix uncertainty = {};
  std::vector<InputEffect> effects = {};  ///< of known inputs; of each input one at most
  Matrix gain_covariance = {};            ///< of their gains, as far as the rows told them
};

/// Channels that move by a law, each other along. It stands before their parts, to which they fall
/// back where the law leaves all bounds.
struct SignalLaw {
  std::string family = {};          ///< in words: "quadratic law"
  std::vector<Index> columns = {};  ///< of the series, ascending
  LawModel model = {};              ///< of (y - offset) / scale, at times in units of a step
  Vector offset = {}, scale = {};   ///< by its channels; scales positive
  std::vector<Index> inputs = {};   ///< of the model, ascending, that its terms may hold
  Vector input_offset = {}, input_scale = {};  ///< as those of channels
  double step = 1.0;                         ///< of time, in the units of the time column; positive
  std::vector<LawCoefficient> learned = {};  ///< those that are not 0
  Matrix covariance = {};                    ///< of these
  /// These and what might be there too, and how far they may be off, with the choice of terms in
  /// doubt (learn/term_doubt.hpp): what bands are made of.
  std::vector<LawCoefficient> doubted = {};
  Matrix doubt = {};

  Index dimension() const { return std::ssize(columns); }
};

struct SignalModel {
  std::vector<std::string> channels = {};  ///< D names, or none
  std::vector<ChannelModel> parts = {};    ///< D
  std::vector<SignalLaw> laws = {};        ///< no column belongs to two of them
  std::vector<std::string> inputs = {};    ///< names of those known, which a series must bring

  Index dimension() const { return std::ssize(parts); }
};

/// Throws InvalidArgument naming what is wrong.
void validate(const SignalModel& model);

/// One channel of a series as its model sees it, at the times of the series; values without what
/// inputs add.
Rows rows_of(const ChannelModel& part, const VectorView& times, const VectorView& values);
/// The channels of a law, and its inputs, of T x D and T x U of the whole series.
Rows rows_of(const SignalLaw& law, const VectorView& times, const MatrixView& values,
             const MatrixView& inputs = Matrix());
/// Of the model's, those of a law as it counts them.
Vector inputs_of(const SignalLaw& law, const RowView& inputs);

}  // namespace elto
