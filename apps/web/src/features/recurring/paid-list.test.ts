import { expect, test } from 'vitest';
import { newestPaid } from './paid-list.tsx';
import { testStream } from './test-stream.ts';

const gym = testStream({ stream_id: 'gym' });
const rent = testStream({ stream_id: 'rent' });
const paid = [
  { stream_id: 'rent', day: '2026-05-01', amount: 1500 },
  { stream_id: 'unknown', day: '2026-05-02', amount: 9 },
  { stream_id: 'gym', day: '2026-05-10', amount: 44 },
];

test('the newest payments come first, and no more than requested are returned', () => {
  const days = (count: number) =>
    newestPaid({ paid, recurring: [gym, rent] }, count).map(({ day }) => day);
  expect(days(5)).toEqual(['2026-05-10', '2026-05-01']);
  expect(days(1)).toEqual(['2026-05-10']);
  expect(days(0)).toEqual([]);
  expect(days(-2)).toEqual([]);
});
