import { expect, test } from 'vitest';
import { banksUnlinkedAt } from './banks-unlinked-at.ts';

const now = new Date('2026-03-31T12:00:00Z');
const unlinkedAt = (paidUntil: Date | number | null) =>
  banksUnlinkedAt(paidUntil, now)?.toISOString() ?? null;

test('banks are unlinked 30 days after the subscription ended', () => {
  expect(unlinkedAt(new Date('2026-03-30T08:30:00Z'))).toBe('2026-04-29T08:30:00.000Z');
  expect(unlinkedAt(now)).toBe('2026-04-30T12:00:00.000Z');
});

test('banks of users who are paid, or never were, are not unlinked', () => {
  expect(unlinkedAt(new Date('2026-03-31T12:00:01Z'))).toBeNull();
  expect(unlinkedAt(Number.POSITIVE_INFINITY)).toBeNull();
  expect(unlinkedAt(null)).toBeNull();
});
