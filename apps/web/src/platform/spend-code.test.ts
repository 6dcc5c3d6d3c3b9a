import { expect, test } from 'vitest';
import { spendOnce, unspend } from './spend-code.ts';

test('a code is sent once, and all callers get the same response', async () => {
  let sendCount = 0;
  const send = async (code: string) => `${code} ${++sendCount}`;
  const responses = await Promise.all([spendOnce('a', send), spendOnce('a', send)]);
  expect(responses).toEqual(['a 1', 'a 1']);
  expect(await spendOnce('b', send)).toBe('b 2');
});

test('a code that was lost by the network can be sent again', async () => {
  const failToSend = async () => Promise.reject(new Error('offline'));
  await expect(spendOnce('c', failToSend)).rejects.toThrow('offline');
  unspend('c');
  expect(await spendOnce('c', async () => 'received')).toBe('received');
});
