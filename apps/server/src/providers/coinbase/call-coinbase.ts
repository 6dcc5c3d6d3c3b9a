import type { Logger } from '../../platform/log.ts';
import {
  createProviderRequestSender,
  type ProviderRequest,
  ProviderUnavailable,
} from '../../platform/providers/provider-request.ts';
import type { CallPolicy } from '../../platform/providers/retry.ts';
import { parseCoinbaseError } from './errors.ts';
import { MalformedResponse } from './map.ts';

export const provider = 'coinbase';

/** Calls Coinbase with retries. Failed calls are logged. */
export interface CoinbaseCaller {
  /** Returns the body of the response. Throws `ExchangeError`. */
  requestBody(request: ProviderRequest): Promise<unknown>;
  /** Fetches and parses JSON. Throws `ProviderUnavailable` if it is malformed. */
  fetchParsed<T>(
    call: string,
    parse: (body: unknown) => T,
    request: Omit<ProviderRequest, 'call' | 'expectsJson'>,
  ): Promise<T>;
  /** Parses what a call returned. Throws `ProviderUnavailable` if it is malformed. */
  parseOrThrow<T>(call: string, parse: () => T): T;
}

export function createCoinbaseCaller(log: Logger, policy: CallPolicy): CoinbaseCaller {
  const sendRequest = createProviderRequestSender(provider, log, policy);
  const logFailure = (level: 'info' | 'warn', call: string, code: string) =>
    log[level]({ event: 'provider_call_failed', provider, call, code });

  async function requestBody(request: ProviderRequest): Promise<unknown> {
    const { status, body } = await sendRequest(request);
    if (status < 400) return body;
    const error = parseCoinbaseError(status, body);
    logFailure(error.kind === 'access_expired' ? 'info' : 'warn', request.call, error.message);
    throw error;
  }

  function parseOrThrow<T>(call: string, parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof MalformedResponse)) throw error;
      logFailure('warn', call, `MALFORMED_${error.message}`);
      throw new ProviderUnavailable('MALFORMED_RESPONSE', { retryable: false });
    }
  }

  return {
    requestBody,
    parseOrThrow,
    async fetchParsed(call, parse, request) {
      const body = await requestBody({ ...request, call, expectsJson: true });
      return parseOrThrow(call, () => parse(body));
    },
  };
}
