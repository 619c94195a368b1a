// SPDX-License-Identifier: Apache-2.0
// Which inputs matter for an output. Inputs are added one after the other, each time the one with
// which a quadratic function predicts best the rows that it was not fitted to (contiguous quarters
// of the examples, because neighbours in time are alike), until none is of use. The first two are
// chosen as a pair: of a product neither factor alone need tell anything. What does not matter is
// left out of a map altogether, so that hundreds of channels, each with a few neighbours, can be
// learned from hundreds of rows.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct InputSelectionOptions {
  Index most = 8;      ///< inputs of an output, at least 2
  double gain = 0.03;  ///< an input must lower the squared error by this share, in (0, 1)
};
void validate(const InputSelectionOptions& options);

/// For each column of `outputs` its inputs, sorted; none if nothing predicts better than zero.
std::vector<std::vector<Index>> select_inputs(const MatrixView& inputs, const MatrixView& outputs,
                                              const InputSelectionOptions& options = {});

}  // namespace elto
