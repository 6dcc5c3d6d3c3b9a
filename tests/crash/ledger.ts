import { isDeepStrictEqual } from 'node:util';
import type { CallKey, CallResponse } from '@cairn/contract/calls';
import type { CallOptions, TestClient } from '../support/requests/test-client.ts';

/**
 * The outcome of a write, as far as its sender knows. `unknown`: there was no response, or one with a 5xx status, so the
 * write may have taken effect or not.
 */
export type Outcome = 'acknowledged' | 'rejected' | 'unknown';

/** The kinds of problems that a run can find. `docs/reliability.md` explains them. */
export const findingKinds = [
  'lost',
  'doubled',
  'half_done',
  'stuck',
  'leaked',
  'rejected',
  'crashed',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  round: number;
  kind: FindingKind;
  detail: string;
}

export interface SentWrite<K extends CallKey> {
  outcome: Outcome;
  status: number;
  /** The response body if the write was acknowledged. */
  body: CallResponse<K> | undefined;
}

/** In milliseconds: longer than any call may take. */
const responseTimeout = 60_000;

/** Records every write of the load with its outcome, and the problems that are found afterward. */
export class Ledger {
  round = 0;
  readonly findings: Finding[] = [];
  /** Acknowledged writes by call. */
  readonly acknowledged = new Map<string, number>();
  /** Responses with status 500 by call: unlike 503, they are a bug. */
  readonly internalErrors = new Map<string, number>();
  unknownCount = 0;
  /** Items that are alive at the aggregator and unknown to Cairn. */
  unknownItemCount = 0;
  /** True while a 4xx status is not a finding, such as when the server's clock is wrong. */
  toleratesRejections = false;
  #responses = 0;
  #waiting: { count: number; resolve: () => void } | undefined;

  report(kind: FindingKind, detail: string): void {
    this.findings.push({ round: this.round, kind, detail });
  }

  /** Resolves when this many further writes have received a response. */
  waitForResponses(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = { count: this.#responses + count, resolve };
    return promise;
  }

  /** Sends a write of the contract and records its outcome. `allowed` lists 4xx statuses that are not findings. */
  async send<K extends CallKey>(
    client: Pick<TestClient, 'call'>,
    key: K,
    options: CallOptions<K> = {},
    allowed: readonly number[] = [],
  ): Promise<SentWrite<K>> {
    let body: CallResponse<K> | undefined;
    const sent = await this.sendRaw(
      key,
      async () => {
        const response = await client.call(key, options);
        body = response.body;
        return response;
      },
      allowed,
    );
    return { ...sent, body: sent.outcome === 'acknowledged' ? body : undefined };
  }

  /** Like `send`, for a request that isn't a call of the contract, or a form. */
  async sendRaw(
    key: string,
    request: () => Promise<{ status: number; problem?: unknown }>,
    allowed: readonly number[] = [],
  ): Promise<{ outcome: Outcome; status: number }> {
    const response = await withTimeout(request(), () =>
      this.report('stuck', `${key} got no response within ${responseTimeout / 1_000} s`),
    ).catch(() => undefined);
    const status = response?.status ?? 0;
    const outcome = outcomeOf(status);
    if (outcome === 'acknowledged')
      this.acknowledged.set(key, (this.acknowledged.get(key) ?? 0) + 1);
    if (outcome === 'unknown') this.unknownCount += 1;
    if (status === 500) this.internalErrors.set(key, (this.internalErrors.get(key) ?? 0) + 1);
    if (outcome === 'rejected' && !allowed.includes(status) && !this.toleratesRejections)
      this.report(
        'rejected',
        `${key} responded with ${status}: ${JSON.stringify(response?.problem)}`,
      );
    this.#responses += 1;
    if (this.#waiting !== undefined && this.#responses >= this.#waiting.count)
      this.#waiting.resolve();
    return { outcome, status };
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 0 || status >= 500) return 'unknown';
  return status >= 400 ? 'rejected' : 'acknowledged';
}

async function withTimeout<T>(response: Promise<T>, onTimeout: () => void): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    onTimeout();
    timeout.resolve(undefined);
  }, responseTimeout);
  try {
    return await Promise.race([response, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What is known about a value that writes replace, such as a budget: the acknowledged value, and the values that writes
 * without a response may have set.
 */
export class Register<T> {
  /** Names the value in findings. */
  readonly label: string;
  #acknowledged: T;
  #possible: T[] = [];

  constructor(label: string, initial: T) {
    this.label = label;
    this.#acknowledged = initial;
  }

  /** The last acknowledged value. */
  get value(): T {
    return this.#acknowledged;
  }

  /** False after a write without a response, until the next comparison. */
  get isCertain(): boolean {
    return this.#possible.length === 0;
  }

  /** Records the outcome of a write that sets `value`. */
  record(value: T, outcome: Outcome): Outcome {
    if (outcome === 'acknowledged') this.#acknowledged = value;
    if (outcome === 'unknown') this.#possible.push(value);
    return outcome;
  }

  /** True if this can be the current value. */
  allows(value: T): boolean {
    return [this.#acknowledged, ...this.#possible].some((possible) =>
      isDeepStrictEqual(possible, value),
    );
  }

  /** Reports a value that no write explains. From then on, `actual` is the acknowledged value. */
  compare(actual: T, ledger: Ledger): void {
    if (!this.allows(actual)) {
      const expected = [this.#acknowledged, ...this.#possible];
      ledger.report(
        isMixOf(expected, actual) ? 'half_done' : 'lost',
        `${this.label} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
      );
    }
    this.#acknowledged = actual;
    this.#possible = [];
  }
}

/** True if each field of an object is that of an expected value. The object as a whole equals none of them. */
function isMixOf(expected: readonly unknown[], actual: unknown): boolean {
  const read = (value: unknown, field: string) =>
    typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.keys(actual).every((field) =>
    expected.some((value) => isDeepStrictEqual(read(value, field), read(actual, field))),
  );
}

/** A list that each write adds one entry to, such as a history. */
export class Journal {
  /** Names the list in findings. */
  readonly label: string;
  #min = 0;
  #max = 0;

  constructor(label: string) {
    this.label = label;
  }

  record(outcome: Outcome): Outcome {
    if (outcome === 'acknowledged') this.#min += 1;
    if (outcome !== 'rejected') this.#max += 1;
    return outcome;
  }

  /** Reports more or fewer entries than writes. From then on, `actual` is the expected number of entries. */
  compare(actual: number, ledger: Ledger): void {
    const difference = `${this.label} has ${actual} entries instead of ${this.#min} to ${this.#max}`;
    if (actual < this.#min) ledger.report('lost', difference);
    if (actual > this.#max) ledger.report('doubled', difference);
    this.#min = actual;
    this.#max = actual;
  }
}
