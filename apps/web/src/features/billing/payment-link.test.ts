import { expect, test } from 'vitest';
import { paymentLink } from './payment-link.ts';

const person = { id: '0199-ab', username: 'zoë+bank@example.com' };

test('the payment page is told who pays, encoded', () => {
  expect(paymentLink('https://pay.example/b/abc', person)).toBe(
    'https://pay.example/b/abc?client_reference_id=0199-ab&prefilled_email=zo%C3%AB%2Bbank%40example.com',
  );
});

test('what the link carries already stays', () => {
  const url = new URL(paymentLink('https://pay.example/b/abc?locale=en', person));
  expect(url.searchParams.get('locale')).toBe('en');
  expect(url.searchParams.get('prefilled_email')).toBe('zoë+bank@example.com');
});
