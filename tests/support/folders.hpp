// SPDX-License-Identifier: Apache-2.0
// Where things lie on this machine. Only one source file is compiled with these paths, so that a
// compiler cache can serve all the others to another checkout.
#pragma once

#include <filesystem>

namespace elto::testing {

/// The root of the checkout.
std::filesystem::path source_folder();

/// Has golden/ and data/; may be absent.
std::filesystem::path shared_folder();

}  // namespace elto::testing
