import { formatMessage } from '@cairn/contract/text/copy';
import { expect, test } from 'vitest';
import { searchCategories } from '../../domain/categories/category-choices.ts';
import { budgetCopy } from './budget.copy.ts';
import { availableCategories, explainMissing } from './category-choices.ts';

test('the categories that can be budgeted are spending categories that are not in the budget yet', () => {
  const all = availableCategories([]).map(({ key }) => key);
  expect(all).toContain('food_and_drink');
  expect(all).toContain('food_and_drink_coffee');
  // Income is not spending, and bills are budgeted separately.
  for (const group of ['income', 'transfer_in', 'rent_and_utilities', 'loan_payments'])
    expect(all.filter((key) => key.startsWith(group))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  const unused = availableCategories(['FOOD_AND_DRINK', 'TRAVEL_FLIGHTS']).map(({ key }) => key);
  expect(all.filter((key) => !unused.includes(key))).toEqual(['food_and_drink', 'travel_flights']);
});

const text = (copy: string) => (category: string) => formatMessage(copy, { category });
const { missing } = budgetCopy.categories;
const bill = text(missing.bill);
const income = text(missing.income);
const notSpending = text(missing.notSpending);
const used = text(missing.used);

test.each([
  ['rent', bill('Rent')],
  ['mortgage', bill('Mortgage payment')],
  ['utilities', bill('Rent and utilities')],
  ['internet', bill('Internet and cable')],
  ['phone', bill('Telephone')],
  ['electric', bill('Gas and electricity')],
  ['water', bill('Water')],
  ['car loan', bill('Car payment')],
  ['student loan', bill('Student loan payment')],
  ['loan', bill('Loan payments')],
  ['bills', bill('Rent and utilities')],
  ['mort', bill('Mortgage payment')],
  ['salary', income('Wages')],
  ['refund', income('Tax refund')],
  ['pension', income('Retirement pension')],
  ['credit card', notSpending('Credit card payment')],
  ['cash', notSpending('Withdrawal')],
  ['groceries', used('Groceries')],
  ['supermarket', used('Groceries')],
])("a search for %j, which can't be added, explains why", (query, reason) => {
  expect(explainMissing(['FOOD_AND_DRINK_GROCERIES'], query)).toBe(reason);
});

test.each([
  ['car', 'Automotive'],
  ['rental', 'Rental cars'],
  ['rental car', 'Rental cars'],
  ['gas', 'Gas'],
  ['atm', 'ATM fees'],
  ['interest', 'Interest charge'],
  ['tax', 'Tax payment'],
  ['savings', 'To savings'],
  ['transfer', 'Transfer out'],
  ['food', 'Food and drink'],
  ['insurance', 'Insurance'],
  ['streaming', 'TV and movies'],
  ['gym', 'Gyms and fitness centers'],
  // The beginning of a word doesn't show yet which category is meant.
  ['ren', 'Rental cars'],
])('a search for %j offers %j first', (query, label) => {
  expect(explainMissing([], query)).toBeNull();
  expect(searchCategories(availableCategories([]), query)[0]?.label).toBe(label);
});

test('nothing is explained without a search, or if no category matches it', () => {
  expect(explainMissing([], ' ')).toBeNull();
  expect(explainMissing([], 'nothing like it')).toBeNull();
});
