import { expect, test } from 'vitest';
import { NetworkError } from '../../../platform/api/api-error.ts';
import { passkeyMessage } from './passkey-message.ts';
import { passkeysCopy } from './passkeys.copy.ts';

const { errors } = passkeysCopy;
const errorNamed = (name: string) => Object.assign(new Error('x'), { name });

test.each([
  ['NotAllowedError', errors.canceled],
  ['InvalidStateError', errors.alreadyAdded],
  ['ConstraintError', errors.noVerification],
  ['NotSupportedError', errors.noVerification],
  ['SecurityError', errors.wrongAddress],
  ['UnknownError', errors.failed],
])('the exception %s is explained', (name, message) => {
  expect(passkeyMessage(errorNamed(name))).toBe(message);
});

test('a passkey request that the app itself canceled is not reported', () => {
  expect(passkeyMessage(errorNamed('AbortError'))).toBeNull();
});

test('a network error while using a passkey shows its own message', () => {
  const error = new NetworkError(new TypeError('Failed to fetch'));
  expect(passkeyMessage(error)).toBe(error.message);
});
