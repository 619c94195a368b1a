#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs the consumer with nothing but a compiler and pkg-config.
#   pkg_config.sh <consumer.cpp> <program> [option of pkg-config ...]
# CXX and CXXFLAGS are taken from the environment.
set -euo pipefail
source=$1 program=$2
shift 2

libraries=$(pkg-config --cflags --libs "$@" elto)
# Unquoted, as both hold several words.
# shellcheck disable=SC2086
$CXX -std=c++20 ${CXXFLAGS-} "$source" -o "$program" $libraries
"$program"
