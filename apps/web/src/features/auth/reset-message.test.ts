import { expect, test } from 'vitest';
import { ApiError, NetworkFailure } from '../../platform/api-error.ts';
import { resetMessage } from './reset-message.ts';

test('a new password that is not taken is told in the words of the server', () => {
  const error = new ApiError(422, 'link_expired', 'This link has expired.', 'req-1');
  expect(resetMessage(error)).toBe('This link has expired.');
});

test('when the server said nothing, something went wrong', () => {
  const proxy = new ApiError(502, 'internal', 'Bad gateway');
  for (const error of [proxy, new NetworkFailure(new TypeError('Failed to fetch'))]) {
    expect(resetMessage(error)).toBe('Something went wrong');
  }
});
