import type { Database } from '../../platform/database/database.ts';
import { type Lease, renewLease } from './lease.queries.ts';

// In milliseconds. Well below the lifetime of a lease.
const renewalInterval = 5_000;

/** A lease that is renewed at intervals, so that a slow bank or a long queue does not cost the lease. */
export interface KeptLease {
  /** Rows received so far. */
  received: number;
  /** Ends the renewal. Can be called more than once. */
  stop(): void;
}

/** Renews a lease until `stop` is called. */
export function keepLease(database: Database, lease: Lease): KeptLease {
  const kept: KeptLease = { received: 0, stop: () => clearInterval(renewal) };
  const renewal = setInterval(() => {
    // A failed renewal is detected when the next page is staged, or at the latest by the final write.
    renewLease(database, lease, kept.received).catch(() => undefined);
  }, renewalInterval);
  return kept;
}
