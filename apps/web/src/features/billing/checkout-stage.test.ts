import { expect, test } from 'vitest';
import {
  type CheckoutFacts,
  checkoutStage,
  nextLook,
  settlesWithin,
  takesLong,
} from './checkout-stage.ts';

const arrived: CheckoutFacts = {
  tokenPaid: false,
  serverPaid: undefined,
  payment: null,
  waited: 0,
};
const stage = (facts: Partial<CheckoutFacts>) => checkoutStage({ ...arrived, ...facts });

test('a payment is confirmed, then the account is opened, then everything is open', () => {
  expect(stage({})).toBe('confirming');
  expect(stage({ serverPaid: false })).toBe('confirming');
  expect(stage({ serverPaid: true })).toBe('opening');
  // What the server said before there was this token is not known any more.
  expect(stage({ tokenPaid: true })).toBe('joined');
  expect(stage({ tokenPaid: true, serverPaid: true })).toBe('joined');
});

test('nobody is thanked whose payment the server knows nothing of', () => {
  expect(stage({ tokenPaid: true, serverPaid: false })).toBe('confirming');
  expect(stage({ tokenPaid: true, serverPaid: false, waited: takesLong })).toBe('waiting');
});

test('what takes long, is on its way or has failed is called so', () => {
  expect(stage({ waited: takesLong - 1 })).toBe('confirming');
  expect(stage({ serverPaid: false, waited: takesLong })).toBe('waiting');
  expect(stage({ serverPaid: false, payment: 'pending' })).toBe('pending');
  expect(stage({ serverPaid: false, payment: 'pending', waited: takesLong })).toBe('pending');
  expect(stage({ serverPaid: false, payment: 'failed', waited: settlesWithin })).toBe('failed');
});

test('a failure of the try before is not told to who has just tried again', () => {
  expect(stage({ serverPaid: false, payment: 'failed' })).toBe('confirming');
  expect(stage({ serverPaid: true, payment: 'failed' })).toBe('opening');
});

test('the page looks soon at first, a dozen times in two minutes, and once a minute later', () => {
  const looks: number[] = [];
  for (let at = 0; at <= 120_000; at += nextLook(looks.length)) looks.push(at);
  expect(nextLook(0)).toBe(1_500);
  expect(looks.length).toBeLessThanOrEqual(13);
  expect(nextLook(1_000)).toBe(60_000);
});
