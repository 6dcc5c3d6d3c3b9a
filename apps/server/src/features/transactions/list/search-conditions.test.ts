import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import { operatorNames, searchOperators } from '@cairn/contract/rules/search/search-operators';
import { expect, test } from 'vitest';
import { asUserId } from '../../../platform/identifiers.ts';
import { dayCondition } from './search-conditions.queries.ts';

function dayConditionOf(text: string) {
  const parsed = parseSearch(text);
  if (!parsed.ok || parsed.node === null) throw new Error(`'${text}' is not a search`);
  return dayCondition(asUserId('user'), parsed.node);
}

test.each(operatorNames)(
  "a search with only '%s:' looks through days instead of all rows",
  (name) => {
    expect(dayConditionOf(`${name}:${searchOperators[name].example}`)).not.toBeNull();
  },
);

test.each(['amount:>900', 'amount:<5', 'amount:20..50', 'amount:50', 'corner or amount:>900'])(
  "a search for '%s' looks through the amounts of days",
  (text) => {
    expect(dayConditionOf(text)?.sql).toContain('d.amounts');
  },
);

test('a search that only excludes looks through rows', () => {
  expect(dayConditionOf('-corner')).toBeNull();
});
