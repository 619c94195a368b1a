// SPDX-License-Identifier: Apache-2.0
#include "linalg/single_threaded_blas.hpp"

extern "C" void openblas_set_num_threads(int threads);

namespace elto {
namespace {

[[maybe_unused]] const bool pinned = (openblas_set_num_threads(1), true);

}  // namespace

void link_single_threaded_blas() {}

}  // namespace elto
