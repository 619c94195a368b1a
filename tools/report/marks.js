// SPDX-License-Identifier: Apache-2.0
// What became of single entries, drawn into a chart of a channel: outliers, jumps, stretches of a
// stuck sensor, gaps. An outlier may lie far outside: then a triangle at the edge points to it.

// gaps: {from, to, empty}, of which the last says that there are no rows between.
function unpackGaps(gaps) {
  if (!gaps) return { from: [], to: [], empty: [] };
  return {
    from: decodeColumn(gaps.from),
    to: decodeColumn(gaps.to),
    empty: decodeColumn(gaps.empty),
  };
}

function unpackMarks(marks = {}) {
  const unpacked = {};
  for (const [kind, columns] of Object.entries(marks || {}))
    unpacked[kind] = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, decodeColumn(column)]),
    );
  return unpacked;
}

// The gap that lies within two positions, or -1.
function gapBetween(gaps, left, right) {
  const k = lowerBound(gaps.from, left);
  return k < gaps.from.length && gaps.to[k] <= right ? k : -1;
}

function isInGap(gaps, x) {
  const k = lowerBound(gaps.from, x) - 1;
  return k >= 0 && x < gaps.to[k];
}

// Behind the entry that a sensor goes on repeating.
function isStuck(marks, x) {
  if (!marks.stuck) return false;
  const k = lowerBound(marks.stuck.to, x);
  return k < marks.stuck.x.length && marks.stuck.x[k] < x;
}

// Heights that show the curve whole and of its band as much again: where a gap lets the band grow
// beyond all measure, it is cut off. null: what dygraphs chooses.
function boundedHeights(rows, curves, lower, upper) {
  let low = Infinity;
  let high = -Infinity;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const i of rows) {
    for (const curve of curves) {
      if (!Number.isFinite(curve[i])) continue;
      low = Math.min(low, curve[i]);
      high = Math.max(high, curve[i]);
    }
    if (lower[i] < lowest) lowest = lower[i];
    if (upper[i] > highest) highest = upper[i];
  }
  const room = high - low;
  if (!(room > 0) || (lowest >= low - room && highest <= high + room)) return null;
  return [Math.max(lowest, low - room), Math.min(highest, high + room)];
}

// What is marked at a position, in words.
function markText(marks, x) {
  const found = (column) => {
    const k = lowerBound(column, x);
    return k < column.length && column[k] === x ? k : -1;
  };
  const words = [];
  if (marks.outlier && found(marks.outlier.x) >= 0)
    words.push(`outlier ${numberText(marks.outlier.y[found(marks.outlier.x)])}`);
  if (marks.jump && found(marks.jump.x) >= 0) words.push("jump");
  if (isStuck(marks, x)) words.push(`stuck at ${numberText(marks.stuck.y[lowerBound(marks.stuck.to, x)])}`);
  return words.join(", ");
}

// Calls draw(left, right, k) with pixels for what of the intervals is in sight.
function inSight(g, area, from, to, draw) {
  const [low, high] = g.xAxisRange();
  for (let k = lowerBound(to, low); k < from.length && from[k] <= high; ++k) {
    const left = Math.max(area.x, g.toDomXCoord(from[k]));
    const right = Math.min(area.x + area.w, g.toDomXCoord(to[k]));
    draw(left, right, k);
  }
}

// Under the curves.
function drawIntervals(context, area, g, gaps, marks) {
  context.fillStyle = cssColour("gap");
  inSight(g, area, gaps.from, gaps.to, (left, right) =>
    context.fillRect(left, area.y, Math.max(1, right - left), area.h),
  );
  if (marks.stuck) {
    context.fillStyle = cssColour("stuck");
    inSight(g, area, marks.stuck.x, marks.stuck.to, (left, right, k) => {
      context.globalAlpha = 0.16;
      context.fillRect(left, area.y, Math.max(1, right - left), area.h);
      context.globalAlpha = 1;
      const y = g.toDomYCoord(marks.stuck.y[k]);
      const inside = Math.min(Math.max(y, area.y + 1), area.y + area.h - 3);
      context.fillRect(left, inside, Math.max(1, right - left), 2);
    });
  }
  if (marks.jump) {
    context.strokeStyle = cssColour("jump");
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    inSight(g, area, marks.jump.x, marks.jump.x, (x) => {
      context.beginPath();
      context.moveTo(x, area.y);
      context.lineTo(x, area.y + area.h);
      context.stroke();
    });
    context.setLineDash([]);
  }
}

// Over the curves.
function drawOutliers(context, area, g, marks) {
  if (!marks.outlier) return;
  const { x: from, y: values } = marks.outlier;
  const size = 3.5;
  context.save();
  context.strokeStyle = context.fillStyle = cssColour("outlier");
  context.lineWidth = 1.6;
  inSight(g, area, from, from, (x, _, k) => {
    const y = g.toDomYCoord(values[k]);
    context.beginPath();
    if (y >= area.y && y <= area.y + area.h) {
      context.moveTo(x - size, y - size);
      context.lineTo(x + size, y + size);
      context.moveTo(x - size, y + size);
      context.lineTo(x + size, y - size);
      context.stroke();
      return;
    }
    const edge = y < area.y ? area.y + 1 : area.y + area.h - 1;
    const away = y < area.y ? 2 * size : -2 * size;
    context.moveTo(x, edge);
    context.lineTo(x - size, edge + away);
    context.lineTo(x + size, edge + away);
    context.fill();
  });
  context.restore();
}
