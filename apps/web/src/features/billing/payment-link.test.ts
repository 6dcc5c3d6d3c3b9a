import { expect, test } from 'vitest';
import { paymentLink } from './payment-link.ts';

const user = { id: '0199-ab', username: 'zoë+bank@example.com' };

test('the payment link carries the encoded user id and email', () => {
  expect(paymentLink('https://pay.example/b/abc', user)).toBe(
    'https://pay.example/b/abc?client_reference_id=0199-ab&prefilled_email=zo%C3%AB%2Bbank%40example.com',
  );
});

test('existing parameters of the payment link are kept', () => {
  const url = new URL(paymentLink('https://pay.example/b/abc?locale=en', user));
  expect(url.searchParams.get('locale')).toBe('en');
  expect(url.searchParams.get('prefilled_email')).toBe('zoë+bank@example.com');
});
