import { expect, test } from 'vitest';
import {
  type CheckoutFacts,
  checkoutStage,
  failureGracePeriod,
  nextPollDelay,
  slowPaymentThreshold,
} from './checkout-stage.ts';

const initialFacts: CheckoutFacts = {
  tokenPaid: false,
  serverPaid: undefined,
  payment: null,
  waited: 0,
};
const stage = (facts: Partial<CheckoutFacts>) => checkoutStage({ ...initialFacts, ...facts });

test('a checkout goes from confirming to unlocking to unlocked', () => {
  expect(stage({})).toBe('confirming');
  expect(stage({ serverPaid: false })).toBe('confirming');
  expect(stage({ serverPaid: true })).toBe('unlocking');
  // An undefined `serverPaid` means that the server hasn't responded since the token was issued.
  expect(stage({ tokenPaid: true })).toBe('unlocked');
  expect(stage({ tokenPaid: true, serverPaid: true })).toBe('unlocked');
});

test('a paid token alone does not complete a checkout that the server considers unpaid', () => {
  expect(stage({ tokenPaid: true, serverPaid: false })).toBe('confirming');
  expect(stage({ tokenPaid: true, serverPaid: false, waited: slowPaymentThreshold })).toBe(
    'waiting',
  );
});

test('slow, pending, and failed payments each have their own checkout stage', () => {
  expect(stage({ waited: slowPaymentThreshold - 1 })).toBe('confirming');
  expect(stage({ serverPaid: false, waited: slowPaymentThreshold })).toBe('waiting');
  expect(stage({ serverPaid: false, payment: 'pending' })).toBe('pending');
  expect(stage({ serverPaid: false, payment: 'pending', waited: slowPaymentThreshold })).toBe(
    'pending',
  );
  expect(stage({ serverPaid: false, payment: 'failed', waited: failureGracePeriod })).toBe(
    'failed',
  );
});

test('the failure of an earlier attempt is not shown right after a new one', () => {
  expect(stage({ serverPaid: false, payment: 'failed' })).toBe('confirming');
  expect(stage({ serverPaid: true, payment: 'failed' })).toBe('unlocking');
});

test('polling starts fast, makes at most 13 requests in two minutes, and slows to one a minute', () => {
  const polls: number[] = [];
  for (let at = 0; at <= 120_000; at += nextPollDelay(polls.length)) polls.push(at);
  expect(nextPollDelay(0)).toBe(1_500);
  expect(polls.length).toBeLessThanOrEqual(13);
  expect(nextPollDelay(1_000)).toBe(60_000);
});
