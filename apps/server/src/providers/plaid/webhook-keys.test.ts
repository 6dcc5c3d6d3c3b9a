import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlaidError } from './errors.ts';
import { createWebhookKeys, type WebhookKey } from './webhook-keys.ts';

const second = 1_000;
const hour = 60 * 60 * second;
const day = 24 * hour;

let published: WebhookKey;
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  published = { kid: 'k1', expired_at: null, ...(await exportJWK(publicKey)) } as WebhookKey; // An EC key has x and y.
});

describe("the aggregator's keys", () => {
  let now: number;
  let lookups: string[];
  let keys: Record<string, WebhookKey>;
  let isUnavailable: boolean;
  /** Lookups wait for this promise. While it is undefined, they end at once. */
  let lookupBlocker: Promise<void> | undefined;
  let findKey: ReturnType<typeof createWebhookKeys>;

  beforeEach(() => {
    now = Date.parse('2026-11-21T12:00:00Z');
    lookups = [];
    keys = { k1: published, k2: { ...published, kid: 'k2' } };
    isUnavailable = false;
    lookupBlocker = undefined;
    findKey = createWebhookKeys(
      async (keyId) => {
        lookups.push(keyId);
        await lookupBlocker;
        if (isUnavailable) throw new PlaidError('unavailable', 'HTTP_500');
        const key = keys[keyId];
        if (key === undefined)
          throw new PlaidError('unexpected', 'INVALID_WEBHOOK_VERIFICATION_KEY_ID');
        return key;
      },
      { now: () => new Date(now) },
    );
  });

  /** Makes lookups wait. Returns the function that lets them end. */
  const holdLookups = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    lookupBlocker = promise;
    return () => {
      lookupBlocker = undefined;
      resolve();
    };
  };

  test('are fetched once for concurrent webhooks, and not again within a day', async () => {
    await Promise.all(Array.from({ length: 20 }, () => findKey('k1')));
    now += day - 1;
    await findKey('k1');
    expect(lookups).toEqual(['k1']);
  });

  test('are fetched again after a day, so that an expired one is rejected', async () => {
    await findKey('k1');
    now += day;
    await findKey('k1');
    expect(lookups).toEqual(['k1', 'k1']);
    keys.k1 = { ...published, expired_at: Math.floor(now / second) };
    now += day;
    await expect(findKey('k1')).rejects.toThrow('WEBHOOK_KEY_EXPIRED');
    await expect(findKey('k1')).rejects.toThrow('WEBHOOK_KEY_EXPIRED');
    expect(lookups).toEqual(['k1', 'k1', 'k1']);
  });

  test('are looked up at most once every ten seconds if their IDs are made up', async () => {
    const forged = Array.from({ length: 60 }, (_, index) => `forged-${index}`);
    const results = await Promise.allSettled(forged.map((keyId) => findKey(keyId)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(lookups).toEqual(['forged-0']);
    now += 10 * second - 1;
    await expect(findKey('k1')).rejects.toThrow('KEY_LOOKUP_LIMITED');
    now += 1;
    await findKey('k1');
    expect(lookups).toEqual(['forged-0', 'k1']);
  });

  test('are not looked up again for an hour if they are unknown', async () => {
    const unknown = () =>
      expect(findKey('k9')).rejects.toThrow('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
    await unknown();
    now += hour - 1;
    await unknown();
    expect(lookups).toEqual(['k9']);
    now += 1;
    await unknown();
    expect(lookups).toEqual(['k9', 'k9']);
  });

  test('are looked up one at a time, even if a lookup is slow', async () => {
    const releaseLookups = holdLookups();
    const slow = findKey('forged');
    now += hour;
    await expect(findKey('k1')).rejects.toThrow('KEY_LOOKUP_LIMITED');
    expect(lookups).toEqual(['forged']);
    releaseLookups();
    await expect(slow).rejects.toThrow();
    await findKey('k1');
  });

  test('that are in use are fetched again as soon as the lookup of a made-up ID has ended', async () => {
    await findKey('k1');
    now += day;
    const releaseLookups = holdLookups();
    const forged = findKey('forged');
    const known = findKey('k1');
    expect(lookups).toEqual(['k1', 'forged']);
    releaseLookups();
    await expect(forged).rejects.toThrow();
    await known;
    expect(lookups).toEqual(['k1', 'forged', 'k1']);
  });

  test('can be looked up again ten seconds after the aggregator was unavailable', async () => {
    await findKey('k1');
    now += day;
    isUnavailable = true;
    await expect(findKey('k1')).rejects.toThrow('HTTP_500');
    await expect(findKey('k2')).rejects.toThrow('HTTP_500');
    isUnavailable = false;
    await expect(findKey('k1')).rejects.toThrow('KEY_LOOKUP_LIMITED');
    now += 10 * second;
    await findKey('k1');
    await findKey('k2');
  });
});
