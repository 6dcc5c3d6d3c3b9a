import { expect, test } from 'vitest';
import type { LoggedEvent, StoryRow } from './story.queries.ts';
import { tellStory } from './transaction-story.ts';

const made = Date.parse('2026-05-04T09:00:00Z');
/** A UUIDv7 that was made some minutes after that moment. */
const idAfter = (minutes: number): string => {
  const hex = (made + minutes * 60_000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
};
const pendingId = idAfter(0);
const postedId = idAfter(60);
const row = (more: Partial<StoryRow> = {}): StoryRow => ({
  id: pendingId,
  amount: '20.00',
  currency: 'USD',
  pending: true,
  institution_name: 'Harbor Savings',
  ...more,
});
const event = (minutes: number, more: Partial<LoggedEvent>): LoggedEvent => ({
  transaction_id: pendingId,
  at: new Date(made + minutes * 60_000),
  event: 'changed',
  before: {},
  after: {},
  pending_id: null,
  ...more,
});
const words = (rows: StoryRow[], events: LoggedEvent[] = []) =>
  tellStory(rows, events).map((chapter) => `${chapter.event}: ${chapter.detail}`);

test('what nothing has happened to has arrived, when its id was made', () => {
  expect(tellStory([row()], [])).toEqual([
    {
      at: new Date(made),
      event: 'arrived_pending',
      detail: 'Harbor Savings reported it as pending: $20.00.',
    },
  ]);
  expect(words([row({ pending: false, amount: '-1234.50', currency: 'EUR' })])).toEqual([
    'arrived: Harbor Savings reported it: −€1,234.50.',
  ]);
});

test('a pending one and the one that took its place are one story, each decision in its place', () => {
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
  expect(words([posted, row()], events)).toEqual([
    'arrived_pending: Harbor Savings reported it as pending: $20.00.',
    'recategorized: You moved it from Groceries to Coffee.',
    'posted: For $23.10; while it was pending it was $20.00, so $3.10 more.',
    'excluded: You left it out of your totals.',
    'removed: Harbor Savings took it back: it no longer counts.',
    'returned: Harbor Savings sent it again. What you had decided still holds.',
    'included: You let it count again.',
    'category_restored: You took your category back: Groceries, as its bank has it.',
  ]);
});

test('one that posts under its own id arrived pending, for what it was then', () => {
  const events = [
    event(60, {
      before: { pending: true, amount: '20.00', day: '2026-05-04' },
      after: { pending: false, amount: '19.00', day: '2026-05-03' },
    }),
  ];
  expect(words([row({ pending: false, amount: '19.00' })], events)).toEqual([
    'arrived_pending: Harbor Savings reported it as pending: $20.00.',
    'posted: For $19.00; while it was pending it was $20.00, so $1.00 less. It is of May 3, 2026; it was of May 4, 2026.',
  ]);
});

test('what a bank changes is said as it was and as it is', () => {
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
  expect(words([row({ amount: '21.00' })], events).slice(1)).toEqual([
    'changed: By Harbor Savings. It is called Bakery; it was SQ *BAKERY. Its category is Coffee; it was Other. It is in another account now.',
    'changed: By Harbor Savings. It is $21.00; it was $20.00.',
  ]);
});

test('two clocks that do not agree put nothing before its beginning', () => {
  const events = [event(-5, { event: 'excluded' }), event(-4, { event: 'included' })];
  expect(tellStory([row()], events).map(({ event: what }) => what)).toEqual([
    'arrived_pending',
    'excluded',
    'included',
  ]);
});

test('an id that does not tell when it was made leaves the beginning out', () => {
  const id = '0d1f5a3e-4a1e-4c54-9f0e-3a53d4a1c111';
  expect(tellStory([row({ id })], [])).toEqual([]);
});
