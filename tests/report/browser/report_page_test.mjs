// SPDX-License-Identifier: Apache-2.0
// What a reader does with a report, done by a browser: look, point, zoom, go back, turn the light
// off, hold a phone, print. Screenshots stay beside the pages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, pages] = process.argv.slice(-2);
const MOST_SECONDS_TO_DRAW = 3;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 400, height: 800 };

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});
after(() => browser.close());

// Opens a page, waits until what is in view is drawn, hands it to `use`, and then insists that nothing
// went wrong meanwhile.
async function withPage(name, options, use) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    // Pictures inside of the page are "data:" and leave nothing.
    if (!/^(file|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(`${pages}/${name}.html`).href);
  await page.waitForSelector("html[data-ready]", { timeout: 30_000, state: "attached" });
  await use(page);
  await context.close();
  assert.deepEqual(problems, []);
}

const keepPicture = (page, name, options = {}) =>
  page.screenshot({ path: `${pages}/${name}.png`, ...options });

const figure = (page, chart) => page.locator(`figure[data-chart="${chart}"]`);

async function drawAll(page) {
  const count = await page.locator("figure.chart").count();
  await page.waitForFunction((all) => Number(document.documentElement.dataset.drawn) === all, count, {
    timeout: 60_000,
  });
  return count;
}

async function windowOf(chart) {
  const [left, right] = (await chart.getAttribute("data-window")).split(" ").map(Number);
  return { left, right, rows: Number(await chart.getAttribute("data-rows")) };
}

// The part of a chart that shows curves: right of the labels, above the axis and the selector.
async function plotBox(chart) {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.locator(".plot").boundingBox();
  return { x: box.x + 70, y: box.y + 20, width: box.width - 90, height: box.height - 110 };
}

async function drag(page, chart, from, to) {
  const box = await plotBox(chart);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 5 });
  await page.mouse.up();
}

const zoomed = (page, chart) =>
  page.waitForFunction(
    ([name, before]) => document.querySelector(`[data-chart="${name}"]`).dataset.window !== before,
    [chart.name, chart.before],
  );

const CHARTS = { one: 6, three: 10, many: 132, long: 10, bare: 5, single_row: 3, equation: 3 };
for (const [name, count] of Object.entries(CHARTS)) {
  test(`${name}: all charts are drawn, the visible ones soon`, async () => {
    await withPage(name, {}, async (page) => {
      const seconds = await page.evaluate(
        () => performance.getEntriesByName("elto-ready")[0].startTime / 1000,
      );
      console.log(`${name}: visible charts drawn after ${seconds.toFixed(2)} s`);
      assert.ok(seconds < MOST_SECONDS_TO_DRAW, `${seconds} s`);
      assert.equal(await drawAll(page), count);
      const blank = await page.evaluate(() => {
        const hasInk = (canvas) =>
          canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
        return [...document.querySelectorAll("figure.chart")]
          .filter((chart) => ![...chart.querySelectorAll("canvas")].some(hasInk))
          .map((chart) => chart.dataset.chart);
      });
      assert.deepEqual(blank, []);
      await keepPicture(page, name, { fullPage: name !== "many" });
    });
  });
}

// The values between the lowest and the highest label of the vertical axis.
const heights = (page, chart) =>
  figure(page, chart)
    .locator(".dygraph-axis-label-y")
    .allInnerTexts()
    .then((texts) => texts.map(Number));

test("what was set aside is drawn, named and does not blow up the axis", async () => {
  await withPage("flagged", {}, async (page) => {
    await drawAll(page);
    const key = await page.locator(".key").innerText();
    for (const part of ["2 outliers, set aside", "1 jump", "1 stretch of a stuck sensor", "gaps"])
      assert.ok(key.includes(part), key);
    const shown = await heights(page, "channel-0");
    assert.ok(Math.max(...shown) < 10, `labels ${shown}`);  // the outliers are at 1000
    const colours = await page.evaluate(() => {
      const canvas = document.querySelector('figure[data-chart="channel-0"] canvas');
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set();
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] === 255) found.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      return [...found];
    });
    assert.ok(colours.includes("194,51,10"), "no mark of an outlier");
    assert.ok(colours.includes("160,112,0"), "no line of a stuck sensor");
    await keepPicture(page, "flagged", { fullPage: true });
  });
});

test("no line crosses a gap, and pointing into one says so", async () => {
  await withPage("flagged", {}, async (page) => {
    const chart = figure(page, "channel-1");
    await drawAll(page);
    await chart.scrollIntoViewIfNeeded();
    const [left, right] = await page.evaluate(() => {
      const canvas = document.querySelector('figure[data-chart="channel-1"] canvas');
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const inkless = [];  // columns of pixels without the colour of the estimate
      for (let x = 60; x < canvas.width; ++x) {
        let ink = false;
        for (let y = 0; y < canvas.height && !ink; ++y) {
          const i = 4 * (y * canvas.width + x);
          ink = data[i + 2] > data[i] + 120 && data[i + 3] > 200;
        }
        if (!ink) inkless.push(x);
      }
      return [inkless[0], inkless[inkless.length - 1]];
    });
    assert.ok(right - left > 100, `columns ${left} to ${right} have no estimate`);
    const box = await plotBox(chart);
    await page.mouse.move(box.x + (left + right) / 2, box.y + box.height / 2);
    await chart.locator(".values span").first().waitFor();
  });
});

test("text from the data stays text", async () => {
  await withPage("one", {}, async (page) => {
    const caption = figure(page, "channel-0").locator(".caption");
    assert.equal(await caption.textContent(), "depth </script><b>&");
    assert.equal(await page.locator("b").count(), 0);
  });
});

test("the page of an equation has painted fields, and fits a phone", async () => {
  await withPage("equation", { viewport: PHONE }, async (page) => {
    await drawAll(page);
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll("canvas[data-map]")].map(
        (canvas) => canvas.getContext("2d").getImageData(0, 0, 1, 1).data.join(),
      ),
    );
    assert.deepEqual(colours, ["252,236,138,255", "28,20,66,255"]);
    assert.equal(await page.locator(".equation math").count(), 1);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(wider, 0);
    await keepPicture(page, "equation_phone", { fullPage: true });
  });
});

test("pointing at a chart shows the time and the values", async () => {
  await withPage("three", {}, async (page) => {
    const chart = figure(page, "channel-0");
    const box = await plotBox(chart);
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await chart.locator(".values span").first().waitFor();
    const values = await chart.locator(".values").innerText();
    assert.match(values, /2026-01-01 \d\d:\d\d:\d\d UTC/);
    assert.match(values, /measured\s+-?[\d.]+/);
    assert.match(values, /estimate\s+-?[\d.]+ ± [\d.]+/);
    await keepPicture(page, "hover");
  });
});

test("a series without times is read by its rows", async () => {
  await withPage("bare", {}, async (page) => {
    const chart = figure(page, "channel-1");
    const box = await plotBox(chart);
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await chart.locator(".values span").first().waitFor();
    assert.match(await chart.locator(".values").innerText(), /row \d+/);
  });
});

test("dragging zooms every chart into more detail, and a double click goes back", async () => {
  await withPage("long", {}, async (page) => {
    const chart = figure(page, "channel-0");
    const other = figure(page, "channel-1");
    const whole = await windowOf(chart);
    await drag(page, chart, 0.4, 0.45);
    await zoomed(page, { name: "channel-0", before: `${whole.left} ${whole.right}` });
    const part = await windowOf(chart);
    const share = (part.right - part.left) / (whole.right - whole.left);
    assert.ok(share > 0.02 && share < 0.08, `zoomed to ${share} of the axis`);
    assert.ok(part.rows > 3 * share * whole.rows, `${part.rows} rows of ${whole.rows}`);
    await other.scrollIntoViewIfNeeded();
    await zoomed(page, { name: "channel-1", before: `${whole.left} ${whole.right}` });
    assert.deepEqual((await windowOf(other)).left, part.left);
    await keepPicture(page, "zoomed");

    const box = await plotBox(chart);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await zoomed(page, { name: "channel-0", before: `${part.left} ${part.right}` });
    assert.deepEqual(await windowOf(chart), whole);
  });
});

test("the range selector zooms", async () => {
  await withPage("three", {}, async (page) => {
    const chart = figure(page, "channel-0");
    await chart.scrollIntoViewIfNeeded();
    const whole = await windowOf(chart);
    const handle = await chart.locator(".dygraph-rangesel-zoomhandle").first().boundingBox();
    const y = handle.y + handle.height / 2;
    await page.mouse.move(handle.x + handle.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(handle.x + 400, y, { steps: 20 });
    await page.mouse.up();
    await zoomed(page, { name: "channel-0", before: `${whole.left} ${whole.right}` });
    const part = await windowOf(chart);
    assert.equal(part.right, whole.right);
    const share = (part.right - part.left) / (whole.right - whole.left);
    assert.ok(share > 0.5 && share < 0.8, `${share} of the axis`);
  });
});

test("the keyboard zooms, moves and goes back; so does the button", async () => {
  await withPage("three", {}, async (page) => {
    const chart = figure(page, "channel-0");
    const whole = await windowOf(chart);
    let before = `${whole.left} ${whole.right}`;
    await chart.locator(".plot").focus();
    for (const key of ["+", "ArrowRight", "-"]) {
      await page.keyboard.press(key);
      await zoomed(page, { name: "channel-0", before });
      before = await chart.getAttribute("data-window");
    }
    await page.keyboard.press("+");
    await zoomed(page, { name: "channel-0", before });
    before = await chart.getAttribute("data-window");
    await page.locator("#reset").click();
    await zoomed(page, { name: "channel-0", before });
    assert.deepEqual(await windowOf(chart), whole);
    assert.ok(await page.locator("#reset").isDisabled());
  });
});

const backgroundIsDark = (page) =>
  page.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return red + green + blue < 3 * 64;
  });

test("dark where the system is dark, and the button turns it over", async () => {
  await withPage("three", { colorScheme: "dark" }, async (page) => {
    assert.ok(await backgroundIsDark(page));
    await drawAll(page);
    await keepPicture(page, "dark", { fullPage: true });
    await page.locator("#theme").click();
    assert.ok(!(await backgroundIsDark(page)));
  });
  await withPage("one", { colorScheme: "light" }, async (page) => {
    assert.ok(!(await backgroundIsDark(page)));
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`fits a phone, ${colorScheme}`, async () => {
    await withPage("three", { viewport: PHONE, colorScheme }, async (page) => {
      await drawAll(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0);
      await keepPicture(page, `phone_${colorScheme}`, { fullPage: true });
    });
  });
}

test("nothing moves while the charts are drawn", async () => {
  await withPage("three", {}, async (page) => {
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 500);
        }),
    );
    assert.ok(shift < 0.001, `layout shift ${shift}`);
  });
});

test("prints all charts on white, no wider than the paper", async () => {
  const A4_PIXELS = 700;  // between margins of a centimetre
  await withPage("three", { colorScheme: "dark" }, async (page) => {
    await page.evaluate(() =>
      addEventListener("beforeprint", () => {
        const widths = [...document.querySelectorAll("canvas")].map((canvas) => canvas.clientWidth);
        window.printed = { widest: Math.max(...widths), theme: document.documentElement.dataset.theme };
      }),
    );
    await page.pdf({ path: `${pages}/printed.pdf`, format: "A4" });
    const printed = await page.evaluate(() => window.printed);
    assert.ok(printed.widest > 500 && printed.widest < A4_PIXELS, `${printed.widest} pixels`);
    assert.equal(printed.theme, "light");
    const count = await page.locator("figure.chart").count();
    assert.equal(Number(await page.locator("html").getAttribute("data-drawn")), count);
    assert.ok(await backgroundIsDark(page));
  });
});
