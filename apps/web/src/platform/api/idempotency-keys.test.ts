import { expect, test } from 'vitest';
import { ApiError, NetworkError } from './api-error.ts';
import { withIdempotencyKey } from './idempotency-keys.ts';

const budget = (spending: number, userId = 'dana') => ({
  key: 'POST /user/budget' as const,
  parts: { body: { spending } },
  userId,
});

/** Makes a call and returns the key that it sent. `error`: how the call fails. */
async function sentKey(
  call: Parameters<typeof withIdempotencyKey>[0],
  error?: Error,
): Promise<string | undefined> {
  let sent: string | undefined;
  await withIdempotencyKey(call, async (idempotencyKey) => {
    sent = idempotencyKey;
    if (error) throw error;
  }).catch(() => undefined);
  return sent;
}

test('each call that creates something has a new key, and other calls have none', async () => {
  const first = await sentKey(budget(1));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await sentKey(budget(1))).not.toBe(first);
  expect(await sentKey({ ...budget(1), key: 'POST /user/budget/cat' })).toBeUndefined();
});

test.each([
  ['the response is lost', new NetworkError(new Error('gone'))],
  ['the server fails', new ApiError(500, 'internal', 'Something went wrong')],
  ['the server is unavailable', new ApiError(503, 'unavailable', 'Try again')],
])(
  'if %s, the same request is repeated with the same key until it succeeds',
  async (_case, error) => {
    const first = await sentKey(budget(2), error);
    expect(await sentKey(budget(2), error)).toBe(first);
    expect(await sentKey(budget(2))).toBe(first);
    expect(await sentKey(budget(2))).not.toBe(first);
  },
);

test('another request, or the same request by another user, has its own key', async () => {
  const lost = new NetworkError(new Error('gone'));
  const first = await sentKey(budget(3), lost);
  expect(await sentKey(budget(4), lost)).not.toBe(first);
  expect(await sentKey(budget(3, 'robin'), lost)).not.toBe(first);
});

test('a rejected request is repeated with a new key, because nothing was created', async () => {
  const first = await sentKey(budget(5), new ApiError(422, 'unprocessable', 'Too much'));
  expect(await sentKey(budget(5))).not.toBe(first);
});
