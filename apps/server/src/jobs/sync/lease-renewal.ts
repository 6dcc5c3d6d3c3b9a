import type { Database } from '../../platform/database/database.ts';
import { type Lease, renewLease } from './lease.queries.ts';

// In milliseconds. Well below the lifetime of a lease.
const renewalInterval = 5_000;

/** Renews a lease at intervals, so that it doesn't expire while a bank is slow or a write waits for others. */
export interface LeaseRenewal {
  /** The number of rows received so far, which is stored with each renewal. */
  received: number;
  /** Ends the renewal. Can be called more than once. */
  stop(): void;
}

/** Renews a lease until `stop` is called. */
export function startLeaseRenewal(database: Database, lease: Lease): LeaseRenewal {
  const renewal: LeaseRenewal = { received: 0, stop: () => clearInterval(timer) };
  const timer = setInterval(() => {
    // A failed renewal is detected when the next page is staged, or at the latest by the final write.
    renewLease(database, lease, renewal.received).catch(() => undefined);
  }, renewalInterval);
  return renewal;
}
