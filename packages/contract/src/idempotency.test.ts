import { expect, test } from 'vitest';
import { acceptsIdempotencyKey } from './call-problems.ts';
import { callEntries } from './calls.ts';

const acceptingCalls = callEntries.filter(([key, call]) => acceptsIdempotencyKey(key, call));

test('calls of signed-in users that respond 201 accept an idempotency key unless they opt out, and other calls if they opt in', () => {
  expect(acceptingCalls.map(([key]) => key).toSorted()).toEqual([
    'POST /cb/code',
    'POST /plaid/link/token',
    'POST /user/budget',
    'POST /user/email',
    'POST /user/identities',
    'POST /user/passkeys',
    'POST /user/tags',
    'POST /user/validate_email',
  ]);
});

test('no call that accepts an idempotency key responds with a secret, because the response is stored', () => {
  const secretFields = /"(?!logo_url)\w*(token|secret|code|url|uri|password|challenge)\w*":/;
  const revealingCalls = acceptingCalls.filter(([, { response }]) =>
    secretFields.test(JSON.stringify(response)),
  );
  expect(revealingCalls.map(([key]) => key)).toEqual([]);
});
