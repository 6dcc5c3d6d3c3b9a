import { expect, test } from 'vitest';
import { hashRequest, parseIdempotencyKey } from './idempotency-key.ts';

const uuid = '8e03978e-40d5-43e1-bc93-6894a57f9324';

test('a key is read with or without the quotes of a structured field', () => {
  expect(parseIdempotencyKey(`"${uuid}"`)).toBe(uuid);
  expect(parseIdempotencyKey(uuid)).toBe(uuid);
  expect(parseIdempotencyKey(undefined)).toBeUndefined();
});

test.each(['', '""', 'short', `"${uuid}`, `${uuid}, ${uuid}`, 'x'.repeat(256), `${uuid}ä`])(
  'the key %j is rejected as malformed',
  (header) => {
    expect(() => parseIdempotencyKey(header)).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    );
  },
);

test('the hash of a request depends on the key, the call, and every field but the password', () => {
  const request = {
    call: 'POST /user/email' as const,
    params: {},
    query: {},
    body: { email: 'a@example.com', password: 'first' },
  };
  const hash = hashRequest(uuid, request);
  const reordered = { password: 'second', email: 'a@example.com' };
  expect(hashRequest(uuid, { ...request, body: reordered })).toEqual(hash);
  expect(hashRequest(uuid, { ...request, body: { email: 'b@example.com' } })).not.toEqual(hash);
  expect(hashRequest(uuid, { ...request, call: 'POST /user/budget' })).not.toEqual(hash);
  expect(hashRequest(`${uuid}2`, request)).not.toEqual(hash);
});
