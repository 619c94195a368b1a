// SPDX-License-Identifier: Apache-2.0
#include "elto/core/status.hpp"

#include "elto/core/text.hpp"

namespace elto {
namespace {

std::string_view name(StatusCode code) {
  switch (code) {
    case StatusCode::not_run:
      return "not run";
    case StatusCode::ok:
      return "ok";
    case StatusCode::not_finite:
      return "not finite";
    case StatusCode::stopped:
      return "stopped";
    case StatusCode::not_definite:
      return "not positive definite";
  }
  return "unknown";
}

}  // namespace

std::string describe(const Status& status) {
  if (status.step < 0) return text(name(status.code));
  return concat(name(status.code), " at step ", status.step);
}

}  // namespace elto
