import type { PlaidApi } from 'plaid';
import type { Settings } from '../../env.ts';
import type { Logger } from '../../platform/log.ts';
import type { RunInCircuit } from '../../platform/providers/circuit-breakers.ts';
import { type CallOutcome, unobserved } from '../../platform/providers/observe-call.ts';
import { type CallPolicy, retry } from '../../platform/providers/retry.ts';
import { circuitOpenCode, isTransient, PlaidError, toPlaidError } from './errors.ts';

/**
 * Calls the aggregator with retries and returns the response's data. Throws `PlaidError`. `name` is for the log.
 * `runAttempt` runs each attempt, or rejects it without running it.
 */
export type CallPlaid = <T>(
  name: string,
  send: (api: PlaidApi) => Promise<{ data: T }>,
  runAttempt?: RunInCircuit,
) => Promise<T>;

export function createPlaidCaller(
  settings: Settings['plaid'],
  log: Logger,
  { timeout, retries, observe = unobserved }: CallPolicy,
): CallPlaid {
  let loadedSdk: Promise<PlaidApi> | undefined;
  // Loaded on first use, because loading the SDK takes 70 MB and a fifth of a second.
  const sdk = () => {
    loadedSdk ??= loadSdk(settings, timeout);
    return loadedSdk;
  };
  return async (name, send, runAttempt = (attempt) => attempt()) => {
    const api = await sdk();
    const sendOnce = async () => {
      try {
        const { data } = await send(api);
        // The SDK returns truncated or invalid JSON as text.
        if (typeof data !== 'object' || data === null)
          throw new PlaidError('unavailable', 'MALFORMED_RESPONSE');
        return data;
      } catch (error) {
        throw toPlaidError(error);
      }
    };
    try {
      return await retry(
        () =>
          runAttempt(() =>
            observe({ provider: 'plaid', call: name }, sendOnce, { outcomeOfError: outcomeOf }),
          ),
        (error) => {
          const plaidError = toPlaidError(error);
          const retryable = isTransient(plaidError) && plaidError.code !== circuitOpenCode;
          return { retryable, retryAfter: plaidError.retryAfter };
        },
        retries,
      );
    } catch (error) {
      const plaidError = toPlaidError(error);
      log.warn({
        event: 'provider_call_failed',
        provider: 'plaid',
        call: name,
        code: plaidError.message,
      });
      throw plaidError;
    }
  };
}

const outcomeOf = (error: unknown): CallOutcome =>
  isTransient(toPlaidError(error)) ? 'unavailable' : 'rejected';

async function loadSdk(
  { baseUrl, clientId, secret }: Settings['plaid'],
  timeout: number,
): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid');
  return new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        timeout,
        // Outbound requests go to the configured host only.
        maxRedirects: 0,
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
      },
    }),
  );
}
