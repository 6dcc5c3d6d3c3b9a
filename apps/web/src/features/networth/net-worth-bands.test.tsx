import { expect, test } from 'vitest';

type Oklab = [lightness: number, a: number, b: number];

/** Reads the light and the dark value of a token: `light-dark(oklch(0.47 0.085 200), oklch(0.7 0.1 195))`. */
function readToken(name: string): Oklab[] {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name);
  return [...text.matchAll(/oklch\(([\d.%]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, lightness = '', chroma, hue]) => {
      const angle = (Number(hue) * Math.PI) / 180;
      const scale = lightness.endsWith('%') ? 100 : 1;
      return [
        Number.parseFloat(lightness) / scale,
        Number(chroma) * Math.cos(angle),
        Number(chroma) * Math.sin(angle),
      ];
    },
  );
}

test.each([
  ['light', 0],
  ['dark', 1],
])('any two colors of account groups are clearly different in the %s theme', (_theme, index) => {
  const colors = Array.from({ length: 13 }, (_, band) => readToken(`--band-${band + 1}`)[index]);
  const distances = colors.flatMap((color, band) =>
    colors
      .slice(band + 1)
      .map((other) =>
        Math.hypot(...[0, 1, 2].map((axis) => (color?.[axis] ?? NaN) - (other?.[axis] ?? NaN))),
      ),
  );
  expect(distances).toHaveLength(78);
  // A just noticeable difference is 0.02.
  expect(Math.min(...distances)).toBeGreaterThan(0.09);
});
