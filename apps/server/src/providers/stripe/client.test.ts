import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonResponse,
  startScriptedProvider,
} from '../../../../../tests/support/bank/scripted-provider.ts';
import { createStripeProvider } from './client.ts';
import { StripeError } from './errors.ts';

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
  const nowInSeconds = () => Math.floor(Date.now() / 1_000);
  const signed = (timestamp: number) =>
    `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const read = (signature: string) =>
    stripeAt('http://127.0.0.1:9').readEvent(Buffer.from(body), signature);

  test('is accepted if it was signed within five minutes of now, in either direction', async () => {
    for (const at of [nowInSeconds(), nowInSeconds() - 290, nowInSeconds() + 290])
      expect(await read(signed(at))).toMatchObject({ id: 'evt_1' });
  });

  test('is rejected if it was signed more than five minutes in the past or in the future', async () => {
    await expect(read(signed(nowInSeconds() - 302))).rejects.toThrow();
    await expect(read(signed(nowInSeconds() + 302))).rejects.toThrow('in the future');
    // The last timestamp counts, as in the SDK.
    await expect(read(`t=${nowInSeconds()},${signed(nowInSeconds() + 302)}`)).rejects.toThrow();
  });
});

describe('the subscription of a payment', () => {
  async function findWithResponse(body: object, status = 200) {
    provider = await startScriptedProvider();
    provider.respond = (_path, response) => sendJsonResponse(response, body, {}, status);
    return stripeAt(provider.url).findSubscriptionForPayment('pi_1');
  }
  const listOf = (invoice: unknown) => ({ object: 'list', data: [{ invoice }], has_more: false });

  test('is found through its invoice', async () => {
    const parent = { subscription_details: { subscription: 'sub_1' } };
    expect(await findWithResponse(listOf({ id: 'in_1', customer: 'cus_1', parent }))).toEqual({
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
    const { call } = provider?.requests[0] ?? { call: '' };
    const query = new URL(call.split(' ')[1] ?? '', 'http://provider').searchParams;
    expect(query.get('payment[type]')).toBe('payment_intent');
    expect(query.get('payment[payment_intent]')).toBe('pi_1');
    expect(query.get('expand[0]')).toBe('data.invoice');
  });

  test('is null if there is no invoice, or the invoice is for something else', async () => {
    expect(await findWithResponse({ object: 'list', data: [], has_more: false })).toBeNull();
    await provider?.stop();
    expect(
      await findWithResponse(listOf({ id: 'in_1', customer: 'cus_1', parent: null })),
    ).toBeNull();
    await provider?.stop();
    expect(await findWithResponse(listOf('in_1'))).toBeNull();
  });

  test('throws if the provider fails', async () => {
    await expect(findWithResponse({ error: { type: 'api_error' } }, 400)).rejects.toBeInstanceOf(
      StripeError,
    );
  });
});
