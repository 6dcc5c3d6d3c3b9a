/** Faults that can affect any request. */
export const GENERAL_FAULTS = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'malformed_json',
  'truncated',
  'slow',
  'refuse',
] as const;

/** Faults of the mail server. SMTP has no response body that could be malformed. */
export const MAIL_FAULTS: readonly FaultKind[] = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'slow',
];

export const FAULT_KINDS = [
  ...GENERAL_FAULTS,
  'not_ready',
  'mutation_during_pagination',
  'duplicate_page',
  'stale_cursor',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** The default delay of a slow response. */
export const SLOW_MS = 2_000;
/** The default delay of a response that times out: longer than any client's timeout. */
export const TIMEOUT_MS = 120_000;

/** The providers that support faults. */
export const FAULT_PROVIDERS = [
  'plaid',
  'stripe',
  'coinbase',
  'google',
  'apple',
  'mail',
  'quotes',
] as const;

export type FaultProvider = (typeof FAULT_PROVIDERS)[number];

/** A fault to apply to matching requests. */
export interface Fault {
  provider: FaultProvider;
  /** The path at the provider, for example '/transactions/sync'. Null: every route. */
  route: string | null;
  kind: FaultKind;
  /** Remaining uses. */
  times: number;
  latencyMs: number | null;
  /** The error code of `refuse`. */
  code: string | null;
  /** Limits the fault to calls about items of this institution. Null or omitted: all calls. */
  institutionId?: string | null;
}

/** The active faults, oldest first. */
export class Faults {
  private active: Fault[] = [];

  add(fault: Fault): void {
    this.active.push(fault);
  }

  list(): readonly Fault[] {
    return this.active;
  }

  clear(): void {
    this.active = [];
  }

  /** Uses the first fault of these kinds that matches the request, and returns it. Null if none matches. */
  consumeMatching(
    provider: string,
    route: string,
    kinds: readonly FaultKind[],
    institutionId: string | null = null,
  ): Fault | null {
    const fault = this.active.find(
      (candidate) =>
        candidate.provider === provider &&
        (candidate.route === null || candidate.route === route) &&
        (candidate.institutionId ?? institutionId) === institutionId &&
        kinds.includes(candidate.kind),
    );
    if (fault === undefined) return null;
    fault.times--;
    if (fault.times <= 0) this.active = this.active.filter((candidate) => candidate !== fault);
    return fault;
  }
}
