// SPDX-License-Identifier: Apache-2.0
// Looking at HTML and SVG in tests.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/text.hpp"

namespace elto::experiments::testing {

/// Why the elements are not closed as they were opened; empty if they are. A "<" that begins no
/// element must not stand in the text.
inline std::string imbalance(std::string_view html) {
  static const std::set<std::string_view> empty_elements = {"meta", "link", "br", "!doctype"};
  std::vector<std::string_view> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) return "a tag has no end";
    const std::string_view tag = html.substr(at + 1, end - at - 1);
    const bool closes = tag.starts_with('/');
    const std::string_view name =
        tag.substr(closes ? 1 : 0, tag.find_first_of(" \n/", 1) - (closes ? 1 : 0));
    if (tag.ends_with('/') || empty_elements.contains(name)) continue;
    if (!closes) {
      open.push_back(name);
    } else {
      if (open.empty() || open.back() != name)
        return concat("</", name, "> closes ", open.empty() ? "nothing" : open.back());
      open.pop_back();
    }
  }
  return open.empty() ? std::string() : concat("<", open.back(), "> is never closed");
}

/// The values of an attribute, in their order.
inline std::vector<std::string> values_of(std::string_view html, std::string_view attribute) {
  const std::string begin = concat(" ", attribute, "=\"");
  std::vector<std::string> values;
  for (std::size_t at = html.find(begin); at != std::string_view::npos;
       at = html.find(begin, at + 1)) {
    const std::size_t start = at + begin.size();
    values.emplace_back(html.substr(start, html.find('"', start) - start));
  }
  return values;
}

}  // namespace elto::experiments::testing
