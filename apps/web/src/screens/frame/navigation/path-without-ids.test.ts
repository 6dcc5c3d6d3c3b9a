import { expect, test } from 'vitest';
import { paths } from '../../../paths.ts';
import { pathWithoutIds } from './path-without-ids.ts';

test('a path without IDs is kept, and any other path is replaced by the dashboard', () => {
  expect(pathWithoutIds('/transactions')).toBe('/transactions');
  expect(pathWithoutIds('/profile')).toBe('/profile');
  for (const path of [
    paths.account('1'),
    paths.recurringStream('1'),
    paths.institution('1'),
    '/nowhere',
  ])
    expect(pathWithoutIds(path)).toBe('/');
});
