// SPDX-License-Identifier: Apache-2.0
// HTML text: escaping what comes from data, and filling the gaps of a template.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace elto::page {

/// For element content and for attributes in quotation marks.
std::string escape(std::string_view plain);

/// JSON that may stand inside a script element: no "<" is left that could end it.
std::string escape_json(std::string_view json);

/// Replaces each {{name}} by its value, in one pass: braces in a value are left alone. Throws
/// InvalidArgument for a name without a value.
std::string fill(std::string_view page_template,
                 const std::map<std::string_view, std::string_view>& values);

/// Rounded for reading: "0.1235", "1.2e-07"; a dash for what is not finite.
std::string readable(double value, int significant_digits = 4);
/// "200,000"
std::string grouped(long long count);
/// "83%"; a dash for what is not finite.
std::string percent(double share);

}  // namespace elto::page
