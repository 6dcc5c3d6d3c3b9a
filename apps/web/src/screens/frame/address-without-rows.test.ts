import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { addressWithoutRows } from './address-without-rows.ts';

test('a path without IDs stays, and a path with an ID becomes the dashboard', () => {
  expect(addressWithoutRows('/transactions')).toBe('/transactions');
  expect(addressWithoutRows('/profile')).toBe('/profile');
  for (const path of [
    paths.account('1'),
    paths.recurringStream('1'),
    paths.institution('1'),
    '/nowhere',
  ])
    expect(addressWithoutRows(path)).toBe('/');
});
