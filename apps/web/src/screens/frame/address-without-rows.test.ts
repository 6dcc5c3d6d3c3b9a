import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { addressWithoutRows } from './address-without-rows.ts';

test('a screen of everybody keeps its address, one of a row leads to the dashboard', () => {
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
