import { expect, test } from 'vitest';
import { buildStory } from './build-story.ts';
import type { StoryRow, TransactionEventRow } from './story.queries.ts';

const createdAt = Date.parse('2026-05-04T09:00:00Z');
/** Returns a UUIDv7 that was created some minutes after `createdAt`. */
const idAfter = (minutes: number): string => {
  const hex = (createdAt + minutes * 60_000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
};
const pendingId = idAfter(0);
const postedId = idAfter(60);
const row = (changes: Partial<StoryRow> = {}): StoryRow => ({
  id: pendingId,
  amount: '20.00',
  currency: 'USD',
  pending: true,
  institution_name: 'Harbor Savings',
  ...changes,
});
const event = (minutes: number, changes: Partial<TransactionEventRow>): TransactionEventRow => ({
  transaction_id: pendingId,
  at: new Date(createdAt + minutes * 60_000),
  event: 'changed',
  before: {},
  after: {},
  pending_id: null,
  ...changes,
});
const describeEntries = (rows: StoryRow[], events: TransactionEventRow[] = []) =>
  buildStory(rows, events).map((entry) => `${entry.event}: ${entry.detail}`);

test('an unchanged transaction has only its arrival, at the creation time of its id', () => {
  expect(buildStory([row()], [])).toEqual([
    {
      at: new Date(createdAt),
      event: 'arrived_pending',
      detail: 'Harbor Savings reported it as pending: $20.00.',
    },
  ]);
  expect(describeEntries([row({ pending: false, amount: '-1234.50', currency: 'EUR' })])).toEqual([
    'arrived: Harbor Savings reported it: −€1,234.50.',
  ]);
});

test('a pending transaction and the posted one that replaced it share one history', () => {
  const posted = row({ id: postedId, amount: '23.10', pending: false });
  const events = [
    event(10, {
      event: 'recategorized',
      before: { category: 'food_and_drink_groceries', chosen: false },
      after: { category: 'food_and_drink_coffee', chosen: true },
    }),
    event(61, {
      transaction_id: postedId,
      event: 'posted',
      before: { amount: '20.00', currency: 'USD' },
      after: { amount: '23.10', currency: 'USD' },
      pending_id: pendingId,
    }),
    event(70, { transaction_id: postedId, event: 'excluded' }),
    event(80, { transaction_id: postedId, event: 'removed' }),
    event(90, { transaction_id: postedId, event: 'returned' }),
    event(95, { transaction_id: postedId, event: 'included' }),
    event(99, {
      transaction_id: postedId,
      event: 'recategorized',
      before: { category: 'food_and_drink_coffee', chosen: true },
      after: { category: 'food_and_drink_groceries', chosen: false },
    }),
  ];
  expect(describeEntries([posted, row()], events)).toEqual([
    'arrived_pending: Harbor Savings reported it as pending: $20.00.',
    'recategorized: You moved it from Groceries to Coffee.',
    'posted: For $23.10, $3.10 more than when it was pending ($20.00).',
    'excluded: You excluded it from your totals.',
    'removed: Harbor Savings removed it. It no longer counts.',
    'returned: Harbor Savings sent it again. Your changes still apply.',
    'included: You included it in your totals.',
    "category_restored: You restored the bank's category: Groceries.",
  ]);
});

test('a transaction that posts under the same id arrived as pending with its original amount', () => {
  const events = [
    event(60, {
      before: { pending: true, amount: '20.00', day: '2026-05-04' },
      after: { pending: false, amount: '19.00', day: '2026-05-03' },
    }),
  ];
  expect(describeEntries([row({ pending: false, amount: '19.00' })], events)).toEqual([
    'arrived_pending: Harbor Savings reported it as pending: $20.00.',
    'posted: For $19.00, $1.00 less than when it was pending ($20.00). Date changed from May 4, 2026 to May 3, 2026.',
  ]);
});

test('a change by the bank lists the old and new value of each field', () => {
  const events = [
    event(5, {
      before: { name: 'SQ *BAKERY', merchant: null, category: 'other_other', account: 'a' },
      after: {
        name: 'Bakery',
        merchant: 'Bakery',
        category: 'food_and_drink_coffee',
        account: 'b',
      },
    }),
    event(6, { before: { amount: '20.00' }, after: { amount: '21.00' } }),
  ];
  expect(describeEntries([row({ amount: '21.00' })], events).slice(1)).toEqual([
    'changed: Harbor Savings changed it. Name changed from SQ *BAKERY to Bakery. Category changed from Other to Coffee. Moved to another account.',
    'changed: Harbor Savings changed it. Amount changed from $20.00 to $21.00.',
  ]);
});

test('no event precedes the arrival, even if clocks differ', () => {
  const events = [event(-5, { event: 'excluded' }), event(-4, { event: 'included' })];
  expect(buildStory([row()], events).map(({ event: kind }) => kind)).toEqual([
    'arrived_pending',
    'excluded',
    'included',
  ]);
});

test('a transaction whose id has no creation time has no arrival', () => {
  const id = '0d1f5a3e-4a1e-4c54-9f0e-3a53d4a1c111';
  expect(buildStory([row({ id })], [])).toEqual([]);
});
