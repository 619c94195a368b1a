// SPDX-License-Identifier: Apache-2.0
// Runs before anything is painted, so that a dark page never flashes white.
document.documentElement.dataset.theme =
  matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
