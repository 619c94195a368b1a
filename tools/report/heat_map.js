// SPDX-License-Identifier: Apache-2.0
// Fields as pictures: a pixel for each point, and one scale for all, from dark to light.

const RAMP = [
  [28, 20, 66],
  [46, 62, 138],
  [30, 116, 152],
  [56, 166, 132],
  [156, 205, 92],
  [252, 236, 138],
];

function rampColour(level) {
  const place = (level / 255) * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  const part = place - below;
  return RAMP[below].map((value, k) => Math.round(value + part * (RAMP[below + 1][k] - value)));
}

function paint(canvas, width, height, levels) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const picture = context.createImageData(width, height);
  const colours = Array.from({ length: 256 }, (_, level) => rampColour(level));
  for (let i = 0; i < levels.length; ++i) picture.data.set([...colours[levels[i]], 255], 4 * i);
  context.putImageData(picture, 0, 0);
}

for (const canvas of document.querySelectorAll("canvas[data-map]")) {
  const { width, height, levels } = data.maps[Number(canvas.dataset.map)];
  paint(canvas, width, height, Uint8Array.from(atob(levels), (c) => c.charCodeAt(0)));
}

const scale = document.getElementById("scale");
if (scale) paint(scale, 256, 1, Uint8Array.from({ length: 256 }, (_, level) => level));
