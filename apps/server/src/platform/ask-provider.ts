import type { Logger } from './log.ts';
import { type Patience, retrying } from './retrying.ts';

/**
 * A provider that gave no answer to work with: none in time, a failure of its own, a redirect, or
 * something that cannot be read. Its message is for operators.
 */
export class ProviderAway extends Error {
  readonly worthRetrying: boolean;
  /** Seconds that the provider asked to wait, if it did. */
  readonly retryAfter: number | undefined;
  /** The status that it answered with, if it answered. */
  readonly status: number | undefined;

  constructor(
    reason: string,
    options: {
      worthRetrying: boolean;
      retryAfter?: number | undefined;
      status?: number | undefined;
    },
  ) {
    super(reason);
    this.name = 'ProviderAway';
    this.worthRetrying = options.worthRetrying;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
  }
}

/** What a provider answered: a success, or a refusal that says something. */
export interface ProviderAnswer {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined where there is none. */
  body: unknown;
}

/** Asks one address of a provider. */
export interface ProviderQuestion {
  /** The call's name in the log. */
  call: string;
  url: string;
  /** Posted as a form; without one it is a GET. */
  form?: Record<string, string>;
  /** Headers besides: where a provider takes its key in one. */
  headers?: Record<string, string>;
  /** A success has to have JSON in it. */
  expectsJson: boolean;
}

/** Calls to one provider: a timeout each, bounded retries, no redirect followed. */
export type AskProvider = (question: ProviderQuestion) => Promise<ProviderAnswer>;

export function createAskProvider(provider: string, log: Logger, patience: Patience): AskProvider {
  return async (question) => {
    try {
      return await retrying(
        () => askOnce(question, patience.timeout),
        (error) =>
          error instanceof ProviderAway
            ? { worthRetrying: error.worthRetrying, retryAfter: error.retryAfter }
            : { worthRetrying: false },
        patience.retries,
      );
    } catch (error) {
      if (error instanceof ProviderAway)
        log.warn({
          event: 'provider_call_failed',
          provider,
          call: question.call,
          code: error.message,
        });
      throw error;
    }
  };
}

async function askOnce(question: ProviderQuestion, timeout: number): Promise<ProviderAnswer> {
  const { response, text } = await exchange(question, timeout);
  const { status, headers } = response;
  if (status >= 500 || status === 429)
    throw new ProviderAway(`HTTP_${status}`, {
      worthRetrying: true,
      retryAfter: retryAfterOf(headers),
      status,
    });
  // Outbound calls go to the configured host only.
  if (status >= 300 && status < 400)
    throw new ProviderAway(`HTTP_${status}`, { worthRetrying: false, status });
  const body = jsonOf(text);
  if (status < 300 && question.expectsJson && body === undefined)
    throw new ProviderAway('MALFORMED_ANSWER', { worthRetrying: true });
  return { status, headers, body };
}

async function exchange({ url, form, headers }: ProviderQuestion, timeout: number) {
  try {
    const response = await fetch(url, {
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      headers: { ...headers, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    return { response, text: await response.text() };
  } catch (error) {
    // What fetch throws is about the network; the request itself is ours and well-formed.
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'TIMEOUT' : 'NO_ANSWER';
    throw new ProviderAway(reason, { worthRetrying: true });
  }
}

function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  const seconds = value === null ? Number.NaN : Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
