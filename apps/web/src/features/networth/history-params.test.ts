import { expect, test } from 'vitest';
import { parseHistorySettings, withHistorySettings } from './history-params.ts';

test.each([
  ['', { range: '1Y', view: 'line', knownOnly: false }],
  ['range=3M&view=groups&known=only', { range: '3M', view: 'groups', knownOnly: true }],
  ['range=2W&view=pie&known=yes', { range: '1Y', view: 'line', knownOnly: false }],
])('the settings of ?%s are %j', (search, settings) => {
  expect(parseHistorySettings(new URLSearchParams(search))).toEqual(settings);
});

test('changing a setting of the history keeps the others, and a default value is removed from the URL', () => {
  const change = (search: string, changes: Parameters<typeof withHistorySettings>[1]) =>
    withHistorySettings(new URLSearchParams(search), changes).toString();
  expect(change('proof=net_worth&view=groups', { range: '1M' })).toBe(
    'proof=net_worth&view=groups&range=1M',
  );
  expect(change('range=1M', { knownOnly: true })).toBe('range=1M&known=only');
  expect(change('range=1M&known=only&view=groups', { knownOnly: false, view: 'line' })).toBe(
    'range=1M',
  );
});
