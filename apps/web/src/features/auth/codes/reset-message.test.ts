import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { resetMessage } from './reset-message.ts';

test("a rejected reset shows the server's message", () => {
  const error = new ApiError(422, 'link_expired', 'This link has expired.', 'req-1');
  expect(resetMessage(error)).toBe('This link has expired.');
});

test('a failure without a message from the server shows a generic one', () => {
  const proxyError = new ApiError(502, 'internal', 'Bad gateway');
  for (const error of [proxyError, new NetworkError(new TypeError('Failed to fetch'))]) {
    expect(resetMessage(error)).toBe('Something went wrong');
  }
});
