// SPDX-License-Identifier: Apache-2.0
#include "linalg/single_threaded_blas.hpp"

#include <mutex>

extern "C" void openblas_set_num_threads(int threads);

namespace elto {

void use_single_threaded_blas() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

}  // namespace elto
