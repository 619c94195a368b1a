// SPDX-License-Identifier: Apache-2.0
// One chart: what each kind shows, and drawing it for the window that all charts over the rows share.

function numberText(value, digits = 4) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7))
    return Number(value.toPrecision(digits)).toExponential().replace("e+", "e");
  return String(Number(value.toPrecision(size >= 1e3 ? 7 : digits)));
}

function tickText(value) {
  return numberText(value, 7);
}

// On an axis of places: times may be long numbers that differ in their last digits.
function placeText(value) {
  const size = Math.abs(value);
  if (size >= 1e14 || (size !== 0 && size < 1e-4)) return tickText(value);
  return String(Number(value.toPrecision(13)));
}

function timeText(axis, x) {
  if (axis.kind === "row") return `row ${x}`;
  if (axis.kind === "number") return `${axis.name} ${placeText(x)}`;
  const iso = new Date(x).toISOString();  // 2026-01-31T12:00:00.000Z
  return `${iso.slice(0, 10)} ${iso.slice(11, 23).replace(".000", "")} UTC`;
}

// Ticks at 1, 10, 100 ..., and at 2 and 5 times those if there would be few.
function logTicks(low, high, pixels, options, dygraph, values) {
  const decades = Math.log10(high / low);
  const step = Math.max(1, Math.ceil((40 * decades) / pixels));
  const ticks = [];
  for (let k = Math.floor(Math.log10(low)); k <= Math.log10(high); ++k) {
    if (k % step !== 0) continue;
    for (const digit of 60 * decades < pixels ? [1, 2, 5] : [1]) {
      const v = Number(`${digit}e${k}`);
      if (v >= low && v <= high) ticks.push({ v, label: tickText(v) });
    }
  }
  if (ticks.length > 1) return ticks;
  return Dygraph.numericTicks(low, high, pixels, options, dygraph, values);
}

// A value to read beside a chart; the colour of its curve where there are several alike.
function named(name, value, colour = null) {
  return { text: `${name} ${value}`.trim(), colour };
}

// The band as one polygon per run without gaps: dygraphs fills a piece per point, which is slow.
function drawBand({ points, plotArea, drawingContext, color, dygraph }) {
  const height = (y) => plotArea.h * y + plotArea.y;
  drawingContext.save();
  drawingContext.fillStyle = color;
  drawingContext.globalAlpha = dygraph.getNumericOption("fillAlpha");
  let run = [];
  const fillRun = () => {
    drawingContext.beginPath();
    for (const point of run) drawingContext.lineTo(point.canvasx, height(point.y_top));
    for (const point of run.reverse()) drawingContext.lineTo(point.canvasx, height(point.y_bottom));
    drawingContext.fill();
    run = [];
  };
  for (const point of points) {
    if (point.yval === null) continue;
    if (Number.isFinite(point.y_top) && Number.isFinite(point.y_bottom)) run.push(point);
    else fillRun();
  }
  fillRun();
  drawingContext.restore();
}

// Single values are marked where there is room for marks.
function drawLineAndDots(event) {
  const { points, plotArea, drawingContext, color } = event;
  Dygraph.Plotters.linePlotter(event);
  const values = points.filter((point) => Number.isFinite(point.canvasy));
  if (values.length > plotArea.w / 4) return;
  drawingContext.fillStyle = color;
  for (const point of values) {
    drawingContext.beginPath();
    drawingContext.arc(point.canvasx, point.canvasy, 2, 0, 2 * Math.PI);
    drawingContext.fill();
  }
}

function drawBandAndLine(event) {
  drawBand(event);
  Dygraph.Plotters.linePlotter(event);
}

// Whole numbers only.
function wholeTicks(low, high) {
  const step = Math.max(1, Math.ceil((high - low) / 12));
  const ticks = [];
  for (let v = Math.ceil(low); v <= high; v += step) ticks.push({ v, label: String(v) });
  return ticks;
}

// Of what is missing: NaN breaks a line, null does not.
const BROKEN = [NaN, NaN, NaN];
const JOINED = [null, null, null];

// What a kind of chart draws: the curves whose extremes count, one row for dygraphs, the values to
// read at a row, and options. Where it breaks its lines in gaps: values of a row between two others.
const KINDS = {
  channel([measured, mean, half], { gaps, marks, x }) {
    const lower = mean.map((value, i) => value - half[i]);
    const upper = mean.map((value, i) => value + half[i]);
    const seen = (i) => {
      if (measured[i] === measured[i]) return [measured[i], measured[i], measured[i]];
      return isInGap(gaps, x[i]) || isStuck(marks, x[i]) ? BROKEN : JOINED;
    };
    return {
      extremes: [measured, lower, upper],
      labels: ["measured", "estimate"],
      values: (i) => [seen(i), [lower[i], mean[i], upper[i]]],
      between: (isEmpty) => [BROKEN, isEmpty ? BROKEN : JOINED],
      heights: (rows) => boundedHeights(rows, [measured, mean], lower, upper),
      read: (i) => [
        named("measured", numberText(measured[i])),
        named("estimate", `${numberText(mean[i])} ± ${numberText(half[i])}`),
      ],
      options: (colour) => ({
        customBars: true,
        connectSeparatedPoints: true,
        fillAlpha: 0.22,
        colors: [colour("measured"), colour("estimate")],
        series: {
          measured: { strokeWidth: 0.8, plotter: drawLineAndDots },
          estimate: { strokeWidth: 1.8, plotter: drawBandAndLine },
        },
        showRangeSelector: true,
        rangeSelectorHeight: 28,
      }),
    };
  },
  forecast([measured, mean, half], data) {
    const shape = KINDS.channel([measured, mean, half], data);
    return {
      ...shape,
      labels: ["measured", "forecast"],
      read: (i) => [
        Number.isFinite(mean[i])
          ? named("forecast", `${numberText(mean[i])} ± ${numberText(half[i])}`)
          : named("measured", numberText(measured[i])),
      ],
      options: (colour) => {
        const { measured, estimate } = shape.options(colour).series;
        return { ...shape.options(colour), series: { measured, forecast: estimate } };
      },
    };
  },
  innovation([innovation, half]) {
    return {
      extremes: [innovation, half],
      labels: ["expected", "innovation"],
      values: (i) => [[-half[i], 0, half[i]], [innovation[i], innovation[i], innovation[i]]],
      between: () => [BROKEN, BROKEN],
      read: (i) => [
        named("innovation", numberText(innovation[i])),
        named("expected within ±", numberText(half[i])),
      ],
      options: (colour) => ({
        customBars: true,
        fillAlpha: 0.22,
        colors: [colour("estimate"), colour("measured")],
        series: {
          expected: { plotter: drawBand, highlightCircleSize: 0 },
          innovation: { strokeWidth: 0.8, plotter: drawLineAndDots },
        },
      }),
    };
  },
  square([square]) {
    return {
      extremes: [square],
      labels: ["square"],
      values: (i) => [square[i]],
      between: () => [NaN],
      read: (i) => [named("normalised square", numberText(square[i]))],
      options: (colour) => ({
        colors: [colour("measured")],
        strokeWidth: 0.8,
        plotter: drawLineAndDots,
        includeZero: true,
      }),
    };
  },
  curves: namedCurves,
  path: countedCurves,
  horizon(columns, data) {
    const curves = countedCurves(columns, data);
    return { ...curves, options: (colour) => ({ ...curves.options(colour), includeZero: true }) };
  },
  process: blockVariances,
  measurement: blockVariances,
  tuning([best]) {
    const finite = best.filter(Number.isFinite);
    const wide = Math.min(...finite) > 0 && Math.max(...finite) > 20 * Math.min(...finite);
    return {
      extremes: [best],
      labels: ["best"],
      values: (i) => [best[i]],
      read: (i) => [named("best", numberText(best[i]))],
      options: (colour) => ({
        colors: [colour("estimate")],
        stepPlot: true,
        strokeWidth: 1.8,
        logscale: wide,
      }),
      logarithmic: wide,
    };
  },
};

const COLOURS_OF_ROLES = {
  measured: "measured",
  estimate: "estimate",
  truth: "block-2",
  trajectory: "block-1",
};

function namedCurves(columns, { names, roles }) {
  const colourName = (k) => COLOURS_OF_ROLES[roles[k]];
  return {
    extremes: columns,
    labels: names,
    values: (i) => columns.map((column) => column[i]),
    read: (i) => columns.map((column, k) => named(names[k], numberText(column[i]), colourName(k))),
    key: names.map((name, k) => named(name, "", colourName(k))),
    options: (colour) => ({
      colors: columns.map((_, k) => colour(colourName(k))),
      series: Object.fromEntries(
        names.map((name, k) => [
          name,
          roles[k] === "measured"
            ? { strokeWidth: 0.8, plotter: drawLineAndDots }
            : { strokeWidth: 1.8, strokePattern: roles[k] === "truth" ? [6, 3] : null },
        ]),
      ),
    }),
  };
}

// Over 1, 2, 3 ...: each value has a dot.
function countedCurves(columns, data) {
  const curves = namedCurves(columns, data);
  return {
    ...curves,
    options: (colour) => ({ ...curves.options(colour), drawPoints: true, pointSize: 3 }),
    ticksOfX: wholeTicks,
    padOfX: 12,
  };
}

const COLOURS_OF_BLOCKS = 5;
const DASHES_OF_BLOCKS = [null, [7, 3], [2, 2]];

function blockVariances(columns) {
  const name = (k) => `block ${k + 1}`;
  const colourName = (k) => `block-${k % COLOURS_OF_BLOCKS}`;
  const dashes = (k) => DASHES_OF_BLOCKS[Math.floor(k / COLOURS_OF_BLOCKS) % DASHES_OF_BLOCKS.length];
  return {
    extremes: columns,
    labels: columns.map((_, k) => name(k)),
    values: (i) => columns.map((column) => column[i]),
    read: (i) => columns.map((column, k) => named("", numberText(column[i], 2), colourName(k))),
    key: columns.map((_, k) => named(k === 0 ? "block" : "", k + 1, colourName(k))),
    options: (colour) => ({
      colors: columns.map((_, k) => colour(colourName(k))),
      series: Object.fromEntries(columns.map((_, k) => [name(k), { strokePattern: dashes(k) }])),
      strokeWidth: 1.5,
      logscale: true,
    }),
    logarithmic: true,
  };
}

// One finger scrolls the page; two zoom the chart.
const INTERACTION = {
  ...Dygraph.defaultInteractionModel,
  touchstart(event, g, context) {
    if (event.touches.length > 1) Dygraph.defaultInteractionModel.touchstart(event, g, context);
  },
  touchmove(event, g, context) {
    if (event.touches.length > 1) Dygraph.defaultInteractionModel.touchmove(event, g, context);
  },
  touchend(event, g, context) {
    if (context.initialTouches) Dygraph.defaultInteractionModel.touchend(event, g, context);
  },
};

function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// Charts that are not over the rows: what their axis counts.
const OWN_AXES = { tuning: "after", path: "terms", horizon: "steps ahead" };

class Chart {
  // report: {axis, x} of all charts; onWindow(window) is called when the reader zooms this one.
  constructor(figure, data, report, onWindow) {
    this.figure = figure;
    this.plot = figure.querySelector(".plot");
    this.readout = figure.querySelector(".values");
    this.kind = figure.dataset.chart.split("-")[0];
    this.overRows = !(this.kind in OWN_AXES);
    this.data = data;
    this.report = report;
    this.axis = this.overRows ? report.axis : { kind: "number", name: OWN_AXES[this.kind] };
    this.onWindow = onWindow;
    this.dygraph = null;
    this.current = false;  // drawn for the window that was asked for last
    this.updating = false;
  }

  unpack() {
    this.x = this.data.x ? decodeColumn(this.data.x) : this.report.x();
    this.gaps = unpackGaps(this.data.gaps);
    this.marks = unpackMarks(this.data.marks);
    this.shape = KINDS[this.kind](this.data.columns.map(decodeColumn), {
      ...this.data,
      gaps: this.gaps,
      marks: this.marks,
      x: this.x,
    });
    this.data = { levels: this.data.levels };
    this.write(this.shape.key || []);
  }

  // Draws for a window of the axis, or for all of it if the window is null.
  show(window) {
    if (!this.x) this.unpack();
    this.window = this.overRows ? window : null;
    const pixels = Math.max(50, this.plot.clientWidth - 60);
    if (this.pixels !== pixels) {
      this.pixels = pixels;
      this.overview = overviewRows(this.x, this.shape.extremes, pixels);
    }
    this.rows = rowsToDraw(this.x, this.shape.extremes, this.overview, this.window, pixels);
    const valueRange = this.shape.heights ? this.shape.heights(this.rowsInSight()) : null;
    const file = this.brokenInGaps();
    this.quietly(() => {
      if (this.dygraph) this.dygraph.updateOptions({ file, dateWindow: this.window, valueRange });
      else this.dygraph = new Dygraph(this.plot, file, { ...this.options(), valueRange });
    });
    this.current = true;
    this.figure.dataset.window = (this.window || [this.x[0], this.x[this.x.length - 1]]).join(" ");
    this.figure.dataset.rows = this.visibleRows();
  }

  // Rows for dygraphs, with one between two where a gap lies; this.rows has -1 there.
  brokenInGaps() {
    const file = [];
    const rows = [];
    let last = -1;
    for (const i of this.rows) {
      const gap = last < 0 || !this.shape.between ? -1 : gapBetween(this.gaps, this.x[last], this.x[i]);
      if (gap >= 0) {
        const middle = (this.x[last] + this.x[i]) / 2;
        file.push([middle, ...this.shape.between(this.gaps.empty[gap] === 1)]);
        rows.push(-1);
      }
      file.push([this.x[i], ...this.shape.values(i)]);
      rows.push(i);
      last = i;
    }
    this.rows = rows;
    return file;
  }

  rowsInSight() {
    if (!this.window) return this.rows;
    const [left, right] = this.window;
    return this.rows.filter((i) => this.x[i] >= left && this.x[i] <= right);
  }

  visibleRows() {
    return this.rowsInSight().filter((i) => i >= 0).length;
  }

  options() {
    const date = this.axis.kind === "date";
    return {
      ...this.colours(),
      dateWindow: this.window,
      labels: ["x", ...this.shape.labels],
      legend: "never",
      labelsUTC: true,
      interactionModel: INTERACTION,
      highlightCircleSize: 3,
      xRangePad: this.shape.padOfX || 0,
      axes: {
        x: date
          ? {
              ticker: Dygraph.dateTicker,
              axisLabelFormatter: Dygraph.dateAxisLabelFormatter,
              drawGrid: false,
            }
          : {
              axisLabelFormatter: placeText,
              drawGrid: false,
              ...(this.shape.ticksOfX ? { ticker: this.shape.ticksOfX } : {}),
            },
        y: {
          axisLabelWidth: 52,
          axisLabelFormatter: tickText,
          ...(this.shape.logarithmic ? { ticker: logTicks } : {}),
        },
      },
      axisLabelFontSize: 12,
      gridLineWidth: 1,
      underlayCallback: (context, area, g) => this.drawUnder(context, area, g),
      drawCallback: (g, initial) => {
        drawOutliers(g.hidden_ctx_, g.getArea(), g, this.marks);
        if (!initial && !this.updating && this.overRows)
          this.onWindow(g.isZoomed("x") ? g.xAxisRange() : null);
      },
      highlightCallback: (event, x, points, row) => this.read(row),
      unhighlightCallback: () => this.write(this.shape.key || []),
    };
  }

  colours() {
    return {
      ...this.shape.options(cssColour),
      gridLineColor: cssColour("grid"),
      axisLineColor: cssColour("line"),
      rangeSelectorPlotStrokeColor: cssColour("measured"),
      rangeSelectorPlotFillColor: cssColour("grid"),
      rangeSelectorPlotFillGradientColor: cssColour("page"),
      rangeSelectorBackgroundStrokeColor: cssColour("line"),
      rangeSelectorForegroundStrokeColor: cssColour("line"),
      rangeSelectorVeilColour: cssColour("veil"),
    };
  }

  restyle() {
    if (this.dygraph) this.quietly(() => this.dygraph.updateOptions(this.colours()));
  }

  resize() {
    if (this.dygraph) this.quietly(() => this.dygraph.resize());
  }

  // Draws without taking it for a zoom by the reader.
  quietly(draw) {
    this.updating = true;
    draw();
    this.updating = false;
  }

  // The rows that the model was learned from, gaps and jumps, and the levels to compare with.
  drawUnder(context, area, g) {
    const until = this.axis.learnedUntil;
    if (until !== undefined) {
      const right = Math.min(area.x + area.w, g.toDomXCoord(until));
      context.fillStyle = cssColour("learned");
      if (right > area.x) context.fillRect(area.x, area.y, right - area.x, area.h);
    }
    drawIntervals(context, area, g, this.gaps, this.marks);
    context.strokeStyle = cssColour("estimate");
    context.setLineDash([5, 4]);
    for (const level of this.data.levels || []) {
      const y = g.toDomYCoord(level);
      if (!(y >= area.y && y <= area.y + area.h)) continue;
      context.beginPath();
      context.moveTo(area.x, y);
      context.lineTo(area.x + area.w, y);
      context.stroke();
    }
    context.setLineDash([]);
  }

  read(row) {
    const i = this.rows[row];
    if (i < 0) {
      this.write([{ text: "gap" }]);
      return;
    }
    const marked = markText(this.marks, this.x[i]);
    this.write([
      { text: timeText(this.axis, this.x[i]) },
      ...(marked ? [{ text: marked }] : []),
      ...this.shape.read(i),
    ]);
  }

  write(parts) {
    const spans = parts.map(({ text, colour }) => {
      const span = document.createElement("span");
      span.textContent = text;
      if (colour) span.style.borderBottom = `2px solid var(--${colour})`;
      return span;
    });
    this.readout.replaceChildren(...spans);
  }
}
