import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonAnswer,
  startScriptedProvider,
} from '../../../../../tests/support/scripted-provider.ts';
import { createStripeProvider } from './client.ts';
import { StripeFault } from './errors.ts';

const secret = 'whsec_test';
let provider: ScriptedProvider | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

const stripeAt = (apiUrl: string) =>
  createStripeProvider({
    secretKey: 'sk_test',
    webhookSecret: secret,
    apiUrl,
    paymentLinks: { yearly: '', lifetime: '' },
  });

describe('an event', () => {
  const body = '{"id":"evt_1","object":"event","type":"charge.refunded"}';
  const seconds = () => Math.floor(Date.now() / 1_000);
  const signed = (at: number) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const read = (signature: string) =>
    stripeAt('http://127.0.0.1:9').readEvent(Buffer.from(body), signature);

  test('is read that was signed within five minutes of now, either way', async () => {
    for (const at of [seconds(), seconds() - 290, seconds() + 290])
      expect(await read(signed(at))).toMatchObject({ id: 'evt_1' });
  });

  test('is refused that was signed long ago, or is to be signed in the future', async () => {
    await expect(read(signed(seconds() - 302))).rejects.toThrow();
    await expect(read(signed(seconds() + 302))).rejects.toThrow('in the future');
    // The last time counts, for the SDK too.
    await expect(read(`t=${seconds()},${signed(seconds() + 302)}`)).rejects.toThrow();
  });
});

describe('the subscription that a payment was for', () => {
  async function answering(body: object, status = 200) {
    provider = await startScriptedProvider();
    provider.answer = (_path, response) => sendJsonAnswer(response, body, {}, status);
    return stripeAt(provider.url).subscriptionPaidBy('pi_1');
  }
  const listOf = (invoice: unknown) => ({ object: 'list', data: [{ invoice }], has_more: false });

  test('is found through its bill', async () => {
    const parent = { subscription_details: { subscription: 'sub_1' } };
    expect(await answering(listOf({ id: 'in_1', customer: 'cus_1', parent }))).toEqual({
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
    const { call } = provider?.asked[0] ?? { call: '' };
    const asked = new URL(call.split(' ')[1] ?? '', 'http://provider').searchParams;
    expect(asked.get('payment[type]')).toBe('payment_intent');
    expect(asked.get('payment[payment_intent]')).toBe('pi_1');
    expect(asked.get('expand[0]')).toBe('data.invoice');
  });

  test('is none where there is no bill, or a bill of something else', async () => {
    expect(await answering({ object: 'list', data: [], has_more: false })).toBeNull();
    await provider?.stop();
    expect(await answering(listOf({ id: 'in_1', customer: 'cus_1', parent: null }))).toBeNull();
    await provider?.stop();
    expect(await answering(listOf('in_1'))).toBeNull();
  });

  test('is not known while the provider does not answer', async () => {
    await expect(answering({ error: { type: 'api_error' } }, 400)).rejects.toBeInstanceOf(
      StripeFault,
    );
  });
});
