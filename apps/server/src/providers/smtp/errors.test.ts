import { expect, test } from 'vitest';
import { deliveryFromError } from './errors.ts';

test.each([
  ['an address that nodemailer rejects', { code: 'EENVELOPE', command: 'API' }, false, 'refused'],
  [
    'content that nodemailer cannot read',
    { code: 'ESTREAM', command: 'API' },
    false,
    'not_accepted',
  ],
  [
    'a timeout before the final line',
    { code: 'ETIMEDOUT', command: 'CONN' },
    false,
    'not_accepted',
  ],
  ['a timeout after the final line', { code: 'ETIMEDOUT', command: 'CONN' }, true, 'unknown'],
  ['421 after the final line', { code: 'ECONNECTION', responseCode: 421 }, true, 'not_accepted'],
  ['an unknown error before the final line', {}, false, 'not_accepted'],
  ['an unknown error after the final line', {}, true, 'unknown'],
])(
  'an error is mapped to the right outcome of a delivery: %s',
  (_what, error, mayHaveSentFinalLine, outcome) =>
    expect(
      deliveryFromError(Object.assign(new Error('x'), error), mayHaveSentFinalLine).outcome,
    ).toBe(outcome),
);

test('the reason contains the code and the command but no email address', () => {
  const error = Object.assign(new Error('550 <dana@example.com> unknown'), {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    response: '550 <dana@example.com> unknown',
  });
  expect(deliveryFromError(error, false).reason).toBe('EENVELOPE 550 RCPT TO');
});
