import { expect, test } from 'vitest';
import { spendOnce, unspend } from './spend-code.ts';

test('a code is sent once, and whoever asks gets that answer', async () => {
  let sent = 0;
  const send = async (code: string) => `${code} ${++sent}`;
  const answers = await Promise.all([spendOnce('a', send), spendOnce('a', send)]);
  expect(answers).toEqual(['a 1', 'a 1']);
  expect(await spendOnce('b', send)).toBe('b 2');
});

test('a code that got lost on the way can be sent again', async () => {
  const lost = async () => Promise.reject(new Error('offline'));
  await expect(spendOnce('c', lost)).rejects.toThrow('offline');
  unspend('c');
  expect(await spendOnce('c', async () => 'arrived')).toBe('arrived');
});
