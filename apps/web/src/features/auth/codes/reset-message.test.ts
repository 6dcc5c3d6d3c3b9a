import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { resetMessage } from './reset-message.ts';

test('a rejected password shows the server message', () => {
  const error = new ApiError(422, 'link_expired', 'This link has expired.', 'req-1');
  expect(resetMessage(error)).toBe('This link has expired.');
});

test('without a server message the generic message is shown', () => {
  const proxy = new ApiError(502, 'internal', 'Bad gateway');
  for (const error of [proxy, new NetworkError(new TypeError('Failed to fetch'))]) {
    expect(resetMessage(error)).toBe('Something went wrong');
  }
});
