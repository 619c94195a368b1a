// SPDX-License-Identifier: Apache-2.0
// The page: charts are drawn when they come near the view or while the browser is idle, and all of
// them over the rows of the series show the same window.

const root = document.documentElement;
const data = JSON.parse(document.getElementById("data").textContent);
const resetButton = document.getElementById("reset");
const themeButton = document.getElementById("theme");

let sharedX = null;
const report = {
  axis: data.axis,
  x: () => (sharedX ??= decodeColumn(data.x)),
};

let shownWindow = null;
const charts = new Map();
for (const figure of document.querySelectorAll("figure.chart"))
  charts.set(figure, new Chart(figure, data.charts[figure.dataset.chart], report, setWindow));

// --- Drawing no more than is seen, and the rest when there is time

const near = new Set();
let framePending = false;
let idlePending = false;

function bringUpToDate(chart) {
  chart.show(shownWindow);
  root.dataset.drawn = [...charts.values()].filter((each) => each.dygraph).length;
}

function drawNear() {
  framePending = false;
  for (const figure of near) if (!charts.get(figure).current) bringUpToDate(charts.get(figure));
  if (!root.dataset.ready) {
    root.dataset.ready = "true";
    performance.mark("elto-ready");
  }
  scheduleRest();
}

function scheduleNear() {
  if (framePending) return;
  framePending = true;
  requestAnimationFrame(drawNear);
}

function scheduleRest() {
  if (idlePending || [...charts.values()].every((chart) => chart.current)) return;
  idlePending = true;
  const whenIdle = window.requestIdleCallback || ((call) => setTimeout(() => call(null), 50));
  whenIdle((deadline) => {
    idlePending = false;
    for (const chart of charts.values()) {
      if (chart.current) continue;
      bringUpToDate(chart);
      if (!deadline || deadline.timeRemaining() < 15) break;
    }
    scheduleRest();
  });
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) near.add(target);
      else near.delete(target);
    }
    scheduleNear();
  },
  { rootMargin: "200px" },
);
for (const figure of charts.keys()) observer.observe(figure);

function outdateAll() {
  for (const chart of charts.values()) chart.current = false;
  scheduleNear();
}

// --- Zoom

function setWindow(window) {
  const same = window && shownWindow ? window.every((x, i) => x === shownWindow[i]) : window === shownWindow;
  if (same) return;
  shownWindow = window;
  resetButton.disabled = !window;
  outdateAll();
}

function resetZoom() {
  for (const chart of charts.values()) if (chart.dygraph) chart.dygraph.resetZoom();
  setWindow(null);
}

function wholeRange(chart) {
  return [chart.x[0], chart.x[chart.x.length - 1]];
}

// Keeps a window inside the series; the whole series is no window.
function clamped([left, right], [first, last]) {
  const width = right - left;
  if (width >= last - first) return null;
  const start = Math.min(Math.max(left, first), last - width);
  return [start, start + width];
}

function onKey(event, chart) {
  if (!chart.dygraph || !chart.overRows || event.ctrlKey || event.metaKey || event.altKey) return;
  const whole = wholeRange(chart);
  const [left, right] = shownWindow || whole;
  const width = right - left;
  const moved = {
    ArrowLeft: () => [left - width / 5, right - width / 5],
    ArrowRight: () => [left + width / 5, right + width / 5],
    "+": () => [left + width / 4, right - width / 4],
    "-": () => [left - width / 2, right + width / 2],
  }[event.key];
  if (event.key === "0") resetZoom();
  else if (moved) setWindow(clamped(moved(), whole));
  else return;
  event.preventDefault();
}

resetButton.addEventListener("click", resetZoom);
for (const chart of charts.values())
  chart.plot.addEventListener("keydown", (event) => onKey(event, chart));

// --- Width, theme, paper

let resizeTimer = 0;
let lastWidth = root.clientWidth;
window.addEventListener("resize", () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(() => {
    if (root.clientWidth === lastWidth) return;
    lastWidth = root.clientWidth;
    for (const chart of charts.values()) chart.resize();
    outdateAll();
  }, 100);
});

function setTheme(theme) {
  root.dataset.theme = theme;
  themeButton.textContent = theme === "dark" ? "Light" : "Dark";
  themeButton.setAttribute("aria-label", `Switch to ${theme === "dark" ? "light" : "dark"} colours`);
  for (const chart of charts.values()) chart.restyle();
}

let themeChosen = false;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
setTheme(root.dataset.theme);
themeButton.addEventListener("click", () => {
  themeChosen = true;
  setTheme(root.dataset.theme === "dark" ? "light" : "dark");
});
prefersDark.addEventListener("change", () => {
  if (!themeChosen) setTheme(prefersDark.matches ? "dark" : "light");
});

// Paper is white and narrow, and shows what was never scrolled to.
let themeOnScreen = root.dataset.theme;
window.addEventListener("beforeprint", () => {
  themeOnScreen = root.dataset.theme;
  root.classList.add("paper");
  setTheme("light");
  for (const chart of charts.values()) {
    chart.resize();
    bringUpToDate(chart);
  }
});
window.addEventListener("afterprint", () => {
  root.classList.remove("paper");
  setTheme(themeOnScreen);
  for (const chart of charts.values()) chart.resize();
  outdateAll();
});
