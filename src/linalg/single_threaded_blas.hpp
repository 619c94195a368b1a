// SPDX-License-Identifier: Apache-2.0
// OpenBLAS does the matrix products behind Eigen. Its own threads are switched off: our matrices
// are too small to gain from them, candidates of a search run side by side instead, and results
// must not depend on the number of cores.
#pragma once

namespace elto {

/// Sets OpenBLAS of this process to one thread; every entry point that does heavy algebra calls it.
void use_single_threaded_blas();

}  // namespace elto
