import { expect, test } from 'vitest';
import startPage from '../../../welcome.html?raw';
import { paymentLink, planPrices } from './payment-link.ts';

const user = { id: '0199-ab', username: 'zoë+bank@example.com' };

test('the payment link contains the user ID and email, URL-encoded', () => {
  expect(paymentLink('https://pay.example/b/abc', user)).toBe(
    'https://pay.example/b/abc?client_reference_id=0199-ab&prefilled_email=zo%C3%AB%2Bbank%40example.com',
  );
});

test('existing parameters of the payment link are kept', () => {
  const url = new URL(paymentLink('https://pay.example/b/abc?locale=en', user));
  expect(url.searchParams.get('locale')).toBe('en');
  expect(url.searchParams.get('prefilled_email')).toBe('zoë+bank@example.com');
});

test('the start page for visitors shows the prices of the plans', () => {
  expect(startPage).toContain(`<b>$${planPrices.lifetime}</b> one-time payment`);
  expect(startPage).toContain(`<b>$${planPrices.yearly}</b> per year`);
  const prices = new Set(startPage.match(/\$\d+/g));
  expect(prices).toEqual(new Set([`$${planPrices.lifetime}`, `$${planPrices.yearly}`]));
});
