#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WRITE_SAMPLE_REPORT FOLDER: makes pages in the folder and tries them in a browser. Exits with
# 77, which counts as skipped, where something it needs is missing.
set -eu
here=$(dirname "$0")
writer=$1
pages=$2

missing() {
  echo "skipped: $1 is missing; scripts/setup installs it"
  exit 77
}
command -v node >/dev/null || missing node
[ -d "$here/node_modules/playwright-core" ] || missing "the npm package playwright-core"
chromium=$(command -v chromium) || missing chromium

rm -rf "$pages"
mkdir -p "$pages"
"$writer" "$pages/one.html" 1 2000
"$writer" "$pages/three.html" 3 3000
"$writer" "$pages/many.html" 64 20000
"$writer" "$pages/long.html" 3 200000
"$writer" "$pages/bare.html" 2 300 bare
"$writer" "$pages/flagged.html" 2 2000 flagged
"$writer" "$pages/single_row.html" 1 1 bare
"$writer" "$pages/equation.html" equation
exec node "$here/report_page_test.mjs" "$chromium" "$pages"
