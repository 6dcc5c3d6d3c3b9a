import { expect, test } from 'vitest';
import { deliveryOf } from './errors.ts';

test.each([
  [
    'a mail that nodemailer cannot address',
    { code: 'EENVELOPE', command: 'API' },
    false,
    'refused',
  ],
  ['a text that it cannot read', { code: 'ESTREAM', command: 'API' }, false, 'not_taken'],
  ['silence before the end', { code: 'ETIMEDOUT', command: 'CONN' }, false, 'not_taken'],
  ['silence after the end', { code: 'ETIMEDOUT', command: 'CONN' }, true, 'unknown'],
  ['a goodbye after the end', { code: 'ECONNECTION', responseCode: 421 }, true, 'not_taken'],
  ['whatever else before the end', {}, false, 'not_taken'],
  ['whatever else after it', {}, true, 'unknown'],
])('%s', (_what, error, ended, outcome) =>
  expect(deliveryOf(Object.assign(new Error('x'), error), ended).outcome).toBe(outcome),
);

test('the reason names the code and the command, and no address', () => {
  const error = Object.assign(new Error('550 <dana@example.com> unknown'), {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    response: '550 <dana@example.com> unknown',
  });
  expect(deliveryOf(error, false).reason).toBe('EENVELOPE 550 RCPT TO');
});
