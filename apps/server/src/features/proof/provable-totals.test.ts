import { provableTotals } from '@cairn/contract/proof';
import { expect, test } from 'vitest';
import { Failure } from '../../platform/problem.ts';
import { parseTotal, totalNames } from './provable-totals.ts';

const today = Temporal.PlainDate.from('2026-05-15');

test('a total without a period covers this month up to today', () => {
  expect(parseTotal({ of: 'spent' }, today)).toEqual({
    kind: 'transactions',
    side: 'spending',
    sign: 1,
    from: '2026-05-01',
    to: '2026-05-15',
    categories: null,
    refundsOnly: false,
    part: null,
  });
});

test('a budgeted category is a part of the budget, not a category filter', () => {
  expect(parseTotal({ of: 'budget_category', key: 'FOOD_AND_DRINK' }, today)).toMatchObject({
    categories: null,
    part: { name: 'planned', key: 'food_and_drink' },
  });
  expect(parseTotal({ of: 'budget_category_bills', key: 'TRAVEL' }, today)).toMatchObject({
    categories: null,
    part: { name: 'planned_bills', key: 'travel' },
  });
  expect(() => parseTotal({ of: 'budget_category' }, today)).toThrow(Failure);
});

test('income has a negative sign', () => {
  expect(parseTotal({ of: 'income' }, today)).toMatchObject({ side: 'income', sign: -1 });
});

test('category keys are normalized', () => {
  expect(parseTotal({ of: 'category', key: 'FOOD_AND_DRINK' }, today)).toMatchObject({
    categories: ['food_and_drink'],
  });
  expect(parseTotal({ of: 'income', key: 'income_salary' }, today)).toMatchObject({
    categories: ['income_wages'],
  });
});

test('a total of balances is as of the end of a past day, or current if the day is today', () => {
  const totalOn = (to: string) =>
    parseTotal({ of: 'assets', period: { from: '2026-05-01', to } }, today);
  expect(totalOn('2026-05-14')).toMatchObject({ kind: 'balances', asOf: '2026-05-14' });
  expect(totalOn('2026-05-15')).toMatchObject({ asOf: null });
  expect(totalOn('2026-06-01')).toMatchObject({ asOf: null });
});

test.each([
  [{ of: 'everything' }, /Unknown total 'everything'/],
  [{ of: 'constructor' }, /Unknown total/],
  [{ of: 'category' }, /'key'/],
  [{ of: 'category', key: '' }, /'key'/],
  [{ of: 'account_group' }, /'key'/],
  [{ of: 'debt_group' }, /'key'/],
  [{ of: 'week' }, /'period'/],
  [{ of: 'net_worth_change' }, /'period'/],
  [{ of: 'net_worth_change', period: { from: '2026-05-15', to: '2026-05-15' } }, /before today/],
  [{ of: 'day' }, /'period'/],
  [{ of: 'spent', period: { from: '2026-05-02', to: '2026-05-01' } }, /after its end/],
  [{ of: 'spent', period: { from: '2026-02-30', to: '2026-05-01' } }, /YYYY-MM-DD/],
])('%j is rejected with an explanation', (request, message) => {
  expect(() => parseTotal(request, today)).toThrow(Failure);
  expect(() => parseTotal(request, today)).toThrow(message);
});

test('the contract documents every total with what its request requires', () => {
  expect(Object.values(provableTotals).flat().toSorted()).toEqual(totalNames.toSorted());
  const period = { from: '2026-05-01', to: '2026-05-15' };
  for (const name of provableTotals.nothing)
    expect(() => parseTotal({ of: name }, today)).not.toThrow();
  for (const name of provableTotals.key) {
    expect(() => parseTotal({ of: name, period }, today)).toThrow(Failure);
    expect(() => parseTotal({ of: name, key: 'travel' }, today)).not.toThrow();
  }
  for (const name of provableTotals.period) {
    expect(() => parseTotal({ of: name, key: 'travel' }, today)).toThrow(Failure);
    expect(() => parseTotal({ of: name, period }, today)).not.toThrow();
  }
});
