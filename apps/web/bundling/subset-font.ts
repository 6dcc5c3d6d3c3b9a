import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/*
 * Writes src/ui/font/inter-latin.woff2: Inter with only the weights and characters that the app uses, which
 * is two thirds of the package's file. Run it again after an update of the package:
 *
 *   node apps/web/bundling/subset-font.ts
 */

const source = import.meta.resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const target = fileURLToPath(new URL('../src/ui/font/inter-latin.woff2', import.meta.url));

/** The weights of `font-normal`, `font-medium`, and `font-semibold`. */
const weights = { min: 400, max: 600 };

/** The characters that the package's own CSS loads this file for: Latin script and punctuation. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfffd, 0xfffd],
];

const characters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  .map((code) => String.fromCodePoint(code))
  .join('');
const font = readFileSync(fileURLToPath(source));
const subset = await subsetFont(font, characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: weights },
});
writeFileSync(target, subset);
