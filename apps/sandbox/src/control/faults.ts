/** What can befall any request, whatever it asks for. */
export const TRANSPORT_FAULTS = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'malformed_json',
  'truncated',
  'slow',
  'refuse',
] as const;

/** What can befall a mail on its way: SMTP has no body that could be malformed. */
export const MAIL_FAULTS: readonly FaultKind[] = [
  'http_500',
  'http_429',
  'timeout',
  'drop_connection',
  'slow',
];

/** What can be made to go wrong. */
export const FAULT_KINDS = [
  ...TRANSPORT_FAULTS,
  'not_ready',
  'mutation_during_pagination',
  'duplicate_page',
  'stale_cursor',
] as const;

/** One of them. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** How late a slow answer is, unless said. */
export const SLOW_MS = 2_000;
/** Longer than any caller's patience. */
export const TIMEOUT_MS = 120_000;

/** The stand-ins that a fault can be asked of. */
export const FAULT_PROVIDERS = [
  'plaid',
  'stripe',
  'coinbase',
  'google',
  'apple',
  'mail',
  'quotes',
] as const;

/** One of them. */
export type FaultProvider = (typeof FAULT_PROVIDERS)[number];

/** A fault that waits for its request. */
export interface Fault {
  provider: FaultProvider;
  /** The provider's own path, '/transactions/sync' say; null: every route. */
  route: string | null;
  kind: FaultKind;
  /** Uses that are left. */
  times: number;
  latencyMs: number | null;
  /** The error code that `refuse` answers with. */
  code: string | null;
  /** Befalls only calls about items of this bank; null or left out: all calls. */
  institutionId?: string | null;
}

/** The faults that wait, in the order in which they were asked for. */
export class Faults {
  private waiting: Fault[] = [];

  add(fault: Fault): void {
    this.waiting.push(fault);
  }

  list(): readonly Fault[] {
    return this.waiting;
  }

  clear(): void {
    this.waiting = [];
  }

  /** Uses up the first fault of one of these kinds that meets the request; null: none does. */
  take(
    provider: string,
    route: string,
    kinds: readonly FaultKind[],
    institutionId: string | null = null,
  ): Fault | null {
    const fault = this.waiting.find(
      (each) =>
        each.provider === provider &&
        (each.route === null || each.route === route) &&
        (each.institutionId ?? institutionId) === institutionId &&
        kinds.includes(each.kind),
    );
    if (fault === undefined) return null;
    fault.times--;
    if (fault.times <= 0) this.waiting = this.waiting.filter((each) => each !== fault);
    return fault;
  }
}
