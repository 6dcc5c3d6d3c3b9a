import { expect, test } from 'vitest';
import { allowResend, sendCodeOnce } from './one-time-code.ts';

test('a code is sent once, and all callers get the same response', async () => {
  let sendCount = 0;
  const send = async (code: string) => `${code} ${++sendCount}`;
  const responses = await Promise.all([sendCodeOnce('a', send), sendCodeOnce('a', send)]);
  expect(responses).toEqual(['a 1', 'a 1']);
  expect(await sendCodeOnce('b', send)).toBe('b 2');
});

test('a code that could not be sent can be sent again', async () => {
  const failToSend = async () => Promise.reject(new Error('offline'));
  await expect(sendCodeOnce('c', failToSend)).rejects.toThrow('offline');
  allowResend('c');
  expect(await sendCodeOnce('c', async () => 'received')).toBe('received');
});
