import type { Logger } from '../log.ts';
import { unobserved } from './observe-call.ts';
import { type CallPolicy, retry } from './retry.ts';

/**
 * A provider is unavailable: it timed out, failed, redirected, or sent an unreadable response.
 * The message is for operators.
 */
export class ProviderUnavailable extends Error {
  readonly retryable: boolean;
  /** In seconds, from the response's Retry-After header. */
  readonly retryAfter: number | undefined;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;

  constructor(
    reason: string,
    options: {
      retryable: boolean;
      retryAfter?: number | undefined;
      status?: number | undefined;
    },
  ) {
    super(reason);
    this.name = 'ProviderUnavailable';
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
  }
}

/** A provider's response: a success, or a client error (4xx). */
export interface ProviderResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined if the body is not JSON. */
  body: unknown;
}

/** A request to a provider. */
export interface ProviderRequest {
  /** The call's name in the log. */
  call: string;
  url: string;
  /** Sent as a POST form. Without it the request is a GET. */
  form?: Record<string, string>;
  /** Additional headers, such as an API key. */
  headers?: Record<string, string>;
  /** If true, a successful response without JSON is an error. */
  expectsJson: boolean;
}

/** Sends a request to one provider, with a timeout and bounded retries. Redirects are not followed. */
export type SendProviderRequest = (request: ProviderRequest) => Promise<ProviderResponse>;

export function createProviderRequestSender(
  provider: string,
  log: Logger,
  { timeout, retries, observe = unobserved }: CallPolicy,
): SendProviderRequest {
  const outcomeOfResult = ({ status }: ProviderResponse) => (status < 400 ? 'ok' : 'rejected');
  return async (request) => {
    try {
      return await retry(
        () =>
          observe({ provider, call: request.call }, () => sendOnce(request, timeout), {
            outcomeOfResult,
          }),
        (error) =>
          error instanceof ProviderUnavailable
            ? { retryable: error.retryable, retryAfter: error.retryAfter }
            : { retryable: false },
        retries,
      );
    } catch (error) {
      if (error instanceof ProviderUnavailable)
        log.warn({
          event: 'provider_call_failed',
          provider,
          call: request.call,
          code: error.message,
        });
      throw error;
    }
  };
}

async function sendOnce(request: ProviderRequest, timeout: number): Promise<ProviderResponse> {
  const { response, text } = await fetchText(request, timeout);
  const { status, headers } = response;
  if (status >= 500 || status === 429)
    throw new ProviderUnavailable(`HTTP_${status}`, {
      retryable: true,
      retryAfter: parseRetryAfter(headers),
      status,
    });
  // Outbound requests go to the configured host only, so a redirect is an error.
  if (status >= 300 && status < 400)
    throw new ProviderUnavailable(`HTTP_${status}`, { retryable: false, status });
  const body = parseJson(text);
  if (status < 300 && request.expectsJson && body === undefined)
    throw new ProviderUnavailable('MALFORMED_RESPONSE', { retryable: true });
  return { status, headers, body };
}

async function fetchText({ url, form, headers }: ProviderRequest, timeout: number) {
  try {
    const response = await fetch(url, {
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      headers: { ...headers, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    return { response, text: await response.text() };
  } catch (error) {
    // The request is well-formed, so an error of fetch is a network error.
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'TIMEOUT' : 'NO_RESPONSE';
    throw new ProviderUnavailable(reason, { retryable: true });
  }
}

function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  const seconds = value === null ? Number.NaN : Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
