// SPDX-License-Identifier: Apache-2.0
// Columns of numbers: unpacking them, and choosing the rows that a chart of some pixels can show.

function decodeColumn({ type, data }) {
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  return type === "f32" ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
}

// First index whose value is not below the bound; the values ascend.
function lowerBound(ascending, bound) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Rows of begin <= i < end in which one of the columns is smallest, largest or missing for the first
// time among the rows of the same bucket; ascending. All rows if there are few.
function extremeRows(columns, begin, end, buckets) {
  const count = end - begin;
  const rows = [];
  if (count <= 2 * buckets) {
    for (let i = begin; i < end; ++i) rows.push(i);
    return rows;
  }
  for (let bucket = 0; bucket < buckets; ++bucket) {
    const first = begin + Math.floor((bucket * count) / buckets);
    const last = begin + Math.floor(((bucket + 1) * count) / buckets);
    const kept = new Set();
    for (const column of columns) {
      let smallest = -1;
      let largest = -1;
      let missing = -1;
      for (let i = first; i < last; ++i) {
        const value = column[i];
        if (value !== value) {
          if (missing < 0) missing = i;
          continue;
        }
        if (smallest < 0 || value < column[smallest]) smallest = i;
        if (largest < 0 || value > column[largest]) largest = i;
      }
      if (smallest >= 0) kept.add(smallest).add(largest);
      if (missing >= 0) kept.add(missing);
    }
    rows.push(...[...kept].sort((a, b) => a - b));
  }
  return rows;
}

// Rows to draw for a window of the axis: finely inside of it and coarsely outside, because the range
// selector shows the whole series.
function rowsToDraw(x, columns, overview, window, pixels) {
  if (!window) return overview;
  const begin = Math.max(0, lowerBound(x, window[0]) - 1);
  const end = Math.min(x.length, lowerBound(x, window[1]) + 2);
  return [
    ...overview.filter((row) => row < begin),
    ...extremeRows(columns, begin, end, pixels),
    ...overview.filter((row) => row >= end),
  ];
}

function overviewRows(x, columns, pixels) {
  const rows = extremeRows(columns, 0, x.length, pixels);
  if (rows[0] !== 0) rows.unshift(0);
  if (rows[rows.length - 1] !== x.length - 1) rows.push(x.length - 1);
  return rows;
}
