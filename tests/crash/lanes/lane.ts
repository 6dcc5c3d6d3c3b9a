import type { Random } from '../../support/hostile/random.ts';
import type { AppUnderTest } from '../../support/requests/test-client.ts';
import type { Ledger, Outcome } from '../ledger.ts';

/** What a lane needs to write and compare. */
export interface LaneContext {
  app: AppUnderTest & { sandbox: { url: string } };
  ledger: Ledger;
  random: Random;
  databaseUrl: string;
}

/** Writes to one part of a user's data, one write at a time. Lanes run concurrently. */
export interface Lane {
  /** Makes one random write. If the write is not acknowledged, the lane writes nothing more in this round. */
  write(context: LaneContext): Promise<Outcome>;
  /** After the round: repeats the writes without a response that their sender would repeat. */
  repeat?(context: LaneContext): Promise<void>;
  /** After the round: compares what the API returns with the ledger, and reports differences. */
  compare(context: LaneContext): Promise<void>;
}
