# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced in the root of the checkout: compiles through ccache where it is installed.
if command -v ccache >/dev/null; then
  # Paths relative to the checkout: what one clone has compiled serves the next.
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi
