import { type FirstCall, takeFirstCalls } from '../platform/api/first-responses.ts';
import { callQuery, queryClient } from '../platform/api/query-client.ts';
import { loadConfig } from '../platform/config.ts';

/** Milliseconds to wait for responses. After that, the screen shows placeholders for them. */
const maxDelay = 50;

/**
 * Puts the first responses into the query cache. On a slow network they arrive before the app's scripts do,
 * and the first render then has the screen's data instead of placeholders.
 */
export async function adoptFirstResponses(): Promise<void> {
  const calls = takeFirstCalls();
  if (calls.length === 0) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxDelay));
  await Promise.race([Promise.allSettled(calls.map(adopt)), timeout]);
}

function adopt(call: FirstCall): Promise<unknown> {
  const [key] = call;
  if (key === 'GET /config') return loadConfig();
  // The transactions feature defines its own paginated query, which takes the response itself.
  if (key === 'POST /user/transactions/v2') return Promise.resolve();
  // TypeScript can't resolve the union of all calls, so the cast names one of them.
  const [name, options] = call as readonly ['GET /user/me', Record<never, never>?];
  return queryClient.prefetchQuery(options ? callQuery(name, options) : callQuery(name));
}
