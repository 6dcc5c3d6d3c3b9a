import { expect, test } from 'vitest';
import { NetworkError } from '../../../platform/api/api-error.ts';
import { passkeyMessage } from './passkey-message.ts';
import { passkeysCopy } from './passkeys.copy.ts';

const { errors } = passkeysCopy;
const named = (name: string) => Object.assign(new Error('x'), { name });

test.each([
  ['NotAllowedError', errors.canceled],
  ['InvalidStateError', errors.alreadyAdded],
  ['ConstraintError', errors.noVerification],
  ['NotSupportedError', errors.noVerification],
  ['SecurityError', errors.wrongAddress],
  ['UnknownError', errors.failed],
])('the exception %s is explained', (name, message) => {
  expect(passkeyMessage(named(name))).toBe(message);
});

test('a request that the app ended itself is not reported', () => {
  expect(passkeyMessage(named('AbortError'))).toBeNull();
});

test('a missing connection is reported as such', () => {
  const error = new NetworkError(new TypeError('Failed to fetch'));
  expect(passkeyMessage(error)).toBe(error.message);
});
