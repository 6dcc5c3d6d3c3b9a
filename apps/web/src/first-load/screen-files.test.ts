import { expect, test } from 'vitest';
import { type ScreenFiles, screenFilesAt } from './screen-files.ts';

const screen = (path: string, isPublic = false): ScreenFiles => ({
  path,
  isPublic,
  files: [`/assets/${path}.js`],
});
const screens = [
  screen('/'),
  screen('/institution/crypto/:exchange'),
  screen('/institution/:institutionId'),
  screen('/recurringTx'),
  screen('/terms', true),
];
const pathAt = (pathname: string, isSignedIn = true) =>
  screenFilesAt(screens, pathname, isSignedIn).map((file) => file.slice(8, -3));

test.each([
  ['/', ['/']],
  ['/recurringtx/', ['/recurringTx']],
  ['/institution/42', ['/institution/:institutionId']],
  ['/institution/crypto/Coinbase', ['/institution/crypto/:exchange']],
  ['/institution', []],
  ['/nothing', []],
])('%s needs the files of %j', (pathname, expected) => {
  expect(pathAt(pathname)).toEqual(expected);
});

test('a signed-out visitor needs the files of public screens only', () => {
  expect(pathAt('/', false)).toEqual([]);
  expect(pathAt('/terms', false)).toEqual(['/terms']);
});
