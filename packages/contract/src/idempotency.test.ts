import { expect, test } from 'vitest';
import { acceptsIdempotencyKey } from './call-problems.ts';
import { callEntries } from './calls.ts';

const accepting = callEntries.filter(([key, call]) => acceptsIdempotencyKey(key, call));

test('every call of a signed-in user that responds 201 accepts an idempotency key, and so do calls that say so', () => {
  expect(accepting.map(([key]) => key).toSorted()).toEqual([
    'POST /cb/code',
    'POST /plaid/link/token',
    'POST /user/budget',
    'POST /user/email',
    'POST /user/identities',
    'POST /user/passkeys',
    'POST /user/validate_email',
  ]);
});

test('no call that accepts an idempotency key responds with a secret, because the response is stored', () => {
  const secretFields = /"(?!logo_url)\w*(token|secret|code|url|uri|password|challenge)\w*":/;
  const revealing = accepting.filter(([, { response }]) =>
    secretFields.test(JSON.stringify(response)),
  );
  expect(revealing.map(([key]) => key)).toEqual([]);
});
