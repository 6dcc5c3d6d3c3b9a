import type { CallKey } from '@cairn/contract/calls';
import { ApiError } from './api-error.ts';
import { isCreatingCall } from './call-properties.ts';
import type { CallParts } from './call-request.ts';

/** The keys of calls whose outcome is unknown, by user and request. */
const unresolvedKeys = new Map<string, string>();

/** In milliseconds: how long to wait before a retry while the server is still processing the first request with a key. */
const retryDelay = 1_000;
const maxRetries = 15;

/**
 * Makes a call that creates something with an idempotency key. If the outcome is unknown, because the response was lost
 * or the server failed, the same request by the same user gets the same key when the app or the user repeats it, so
 * that nothing is created twice. After any other outcome, a new request gets a new key.
 */
export async function withIdempotencyKey<T>(
  { key, parts, userId }: { key: CallKey; parts: CallParts; userId: string | undefined },
  send: (idempotencyKey: string | undefined) => Promise<T>,
): Promise<T> {
  if (!isCreatingCall(key)) return send(undefined);
  const request = JSON.stringify([userId, key, parts.params, parts.query, parts.body]);
  const idempotencyKey = unresolvedKeys.get(request) ?? crypto.randomUUID();
  unresolvedKeys.set(request, idempotencyKey);
  try {
    const result = await sendUntilProcessed(() => send(idempotencyKey));
    unresolvedKeys.delete(request);
    return result;
  } catch (error) {
    if (isKnownOutcome(error)) unresolvedKeys.delete(request);
    throw error;
  }
}

/** Retries a request while the server is still processing an earlier request with the same key. */
async function sendUntilProcessed<T>(send: () => Promise<T>, retries = 0): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isInUse(error) || retries >= maxRetries) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return sendUntilProcessed(send, retries + 1);
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_key_in_use';

/** True if the server rejected the request, so that nothing was created. */
const isKnownOutcome = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !isInUse(error);
