import { createHash, createHmac } from 'node:crypto';
import type { CallKey } from '@cairn/contract/calls';
import { problemCopy } from '../../problem.copy.ts';
import { Failure } from '../../problem.ts';

/** The header of a key (IETF draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKeyHeader = 'idempotency-key';

/** The parts of a request that must be the same in a repetition. */
export interface RepeatableRequest {
  call: CallKey;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Parses the header: a key of 16 to 255 visible ASCII characters, in double quotes as the draft requires, or without.
 * Returns undefined without the header. Throws 400 for any other value.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, quoted, bare] = /^(?:"([^"\\]*)"|([^"]*))$/.exec(String(header).trim()) ?? [];
  const key = quoted ?? bare ?? '';
  if (!/^[!-~]{16,255}$/.test(key))
    throw new Failure('malformed_request', problemCopy.request.invalidIdempotencyKey);
  return key;
}

/** Returns the hash by which a key is stored. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * Returns the hash of a request. It is keyed, because a body can contain codes. Passwords are left out, because a user
 * who corrects a password repeats the same request.
 */
export function hashRequest(key: string, { call, params, query, body }: RepeatableRequest): Buffer {
  const text = JSON.stringify([call, params, query, body], (name, value: unknown) =>
    name === 'password' ? undefined : sortKeys(value),
  );
  return createHmac('sha256', key).update(text).digest();
}

/** Sorts the keys of objects, because the order of an object's fields has no meaning. */
const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
