import { expect, test } from 'vitest';
import { Failure } from '../../platform/problem.ts';
import { totalOf } from './provable-totals.ts';

const today = Temporal.PlainDate.from('2026-05-15');

test('without a period a total is of this month up to today', () => {
  expect(totalOf({ of: 'spent' }, today)).toEqual({
    kind: 'rows',
    side: 'spending',
    sign: 1,
    from: '2026-05-01',
    to: '2026-05-15',
    categories: null,
    refundsOnly: false,
    part: null,
  });
});

test('a budgeted category is what the budget gives it, which is not all of the category', () => {
  expect(totalOf({ of: 'budget_category', key: 'FOOD_AND_DRINK' }, today)).toMatchObject({
    categories: null,
    part: { name: 'planned', key: 'food_and_drink' },
  });
  expect(() => totalOf({ of: 'budget_category' }, today)).toThrow(Failure);
});

test('income counts money in up', () => {
  expect(totalOf({ of: 'income' }, today)).toMatchObject({ side: 'income', sign: -1 });
});

test('a category may be written as any provider writes it', () => {
  expect(totalOf({ of: 'category', key: 'FOOD_AND_DRINK' }, today)).toMatchObject({
    categories: ['food_and_drink'],
  });
  expect(totalOf({ of: 'income', key: 'income_salary' }, today)).toMatchObject({
    categories: ['income_wages'],
  });
});

test('balances of a day that is over are those of its end, and of today those of now', () => {
  const on = (to: string) => totalOf({ of: 'assets', period: { from: '2026-05-01', to } }, today);
  expect(on('2026-05-14')).toMatchObject({ kind: 'balances', on: '2026-05-14' });
  expect(on('2026-05-15')).toMatchObject({ on: null });
  expect(on('2026-06-01')).toMatchObject({ on: null });
});

test.each([
  [{ of: 'everything' }, /There is no total 'everything'/],
  [{ of: 'constructor' }, /no total/],
  [{ of: 'category' }, /'key'/],
  [{ of: 'category', key: '' }, /'key'/],
  [{ of: 'account_group' }, /'key'/],
  [{ of: 'debt_group' }, /'key'/],
  [{ of: 'week' }, /'period'/],
  [{ of: 'worth_change' }, /'period'/],
  [{ of: 'worth_change', period: { from: '2026-05-15', to: '2026-05-15' } }, /before today/],
  [{ of: 'day' }, /'period'/],
  [{ of: 'spent', period: { from: '2026-05-02', to: '2026-05-01' } }, /after its last|lies after/],
  [{ of: 'spent', period: { from: '2026-02-30', to: '2026-05-01' } }, /YYYY-MM-DD/],
])('%j is refused with a sentence', (wish, sentence) => {
  expect(() => totalOf(wish, today)).toThrow(Failure);
  expect(() => totalOf(wish, today)).toThrow(sentence);
});
