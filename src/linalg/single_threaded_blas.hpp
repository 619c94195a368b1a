// SPDX-License-Identifier: Apache-2.0
// OpenBLAS does the matrix products behind Eigen. Its own threads are switched off: our matrices
// are too small to gain from them, candidates of a search run side by side instead, and results
// must not depend on the number of cores.
#pragma once

namespace elto {

/// OpenBLAS of this process is set to one thread when the library is loaded, because any call may
/// multiply matrices. Does nothing itself; whoever learns, tunes or filters calls it, so that a
/// static library is not linked without the file that does it.
void link_single_threaded_blas();

}  // namespace elto
