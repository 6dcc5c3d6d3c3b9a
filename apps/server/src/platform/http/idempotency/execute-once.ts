import type { Database } from '../../database/database.ts';
import { newId, type UserId } from '../../identifiers.ts';
import { problemCopy } from '../../problem.copy.ts';
import { Failure } from '../../problem.ts';
import { SerializedResponse } from '../serialized-response.ts';
import { hashKey, hashRequest, type RepeatableRequest } from './idempotency-key.ts';
import {
  type Attempt,
  claimKey,
  findEarlierCall,
  recordEffect,
  releaseKey,
  renewKeyLease,
  storeResponse,
} from './idempotency-keys.queries.ts';

/**
 * Does the work of a call whose effect must happen only once. The work uses the database that it is given and commits
 * its effect in one transaction, which must fail if there is no effect. If an earlier execution with the same
 * idempotency key has committed the effect, but was killed before it responded, the work is skipped, and the handler
 * only computes the response.
 */
export type Once = (work: (database: Database) => Promise<unknown>) => Promise<void>;

/** `Once` for a call without an idempotency key. */
export const onceWithoutKey =
  (database: Database): Once =>
  async (work) => {
    await work(database);
  };

/** In milliseconds. Well below the lifetime of a lease. */
const renewalInterval = 5_000;
/** In seconds: when to retry a call that is still being executed. */
const retryAfter = 1;

/**
 * Executes a call with an idempotency key, unless it has succeeded in the last 24 hours: then its response is returned.
 * Only successful calls are remembered, because the others had no effect. Throws `idempotency_key_reused` if the key belongs
 * to another request of the user, and `idempotency_key_in_use` while the same request is being executed, in any process.
 */
export async function executeOnce(
  database: Database,
  { key, userId, request }: { key: string; userId: UserId; request: RepeatableRequest },
  execute: (once: Once) => Promise<unknown>,
): Promise<unknown> {
  const attempt: Attempt = {
    userId,
    keyHash: hashKey(key),
    requestHash: hashRequest(key, request),
    attempt: newId(),
  };
  const claim = await claimKey(database, attempt);
  if (claim === undefined) return repeatResponse(database, attempt);
  const renewal = setInterval(() => {
    // If the lease is lost, the transaction of the effect fails.
    renewKeyLease(database, attempt).catch(() => undefined);
  }, renewalInterval);
  try {
    const result = await execute(onceFor(database, attempt, claim.has_effect));
    const json =
      result instanceof SerializedResponse ? result.json : JSON.stringify(result ?? null);
    await storeResponse(database, attempt, json);
    return new SerializedResponse(json);
  } catch (error) {
    // If the key can't be released, its lease expires.
    await releaseKey(database, attempt).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function onceFor(database: Database, attempt: Attempt, hasEffect: boolean): Once {
  return async (work) => {
    if (hasEffect) return;
    await work({
      ...database,
      transaction: (effect, options) =>
        database.transaction(async (transaction) => {
          if (!(await recordEffect(transaction, attempt))) throw inUse();
          return effect(transaction);
        }, options),
    });
  };
}

async function repeatResponse(database: Database, attempt: Attempt): Promise<unknown> {
  const earlier = await findEarlierCall(database, attempt);
  if (earlier !== undefined && !earlier.isSameRequest)
    throw new Failure('idempotency_key_reused', problemCopy.idempotencyKeyReused);
  if (earlier === undefined || earlier.response === null) throw inUse();
  return new SerializedResponse(earlier.response);
}

const inUse = () =>
  new Failure('idempotency_key_in_use', problemCopy.idempotencyKeyInUse, { retryAfter });
