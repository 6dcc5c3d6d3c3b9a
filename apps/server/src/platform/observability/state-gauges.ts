import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { JobBacklog } from '../jobs/job-backlog.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Logger } from '../log.ts';

/** What the gauges are read from. */
export interface GaugeSources {
  /** The connection pools of this process, by name. */
  pools: Readonly<Record<string, Pick<Database, 'poolState'>>>;
  queue: Pick<Queue, 'readBacklog'>;
  /** Resolves to null if the database's log is not archived. */
  readArchiveState: () => Promise<ArchiveState | null>;
  log: Logger;
}

/** The state of the archiving of the database's log. */
export interface ArchiveState {
  isFailing: boolean;
  /** How many complete files of the log are waiting to be archived. Null if that is not known. */
  waitingSegments: number | null;
  /** Null if there is no base backup, or Cairn doesn't create them. */
  baseBackupAgeSeconds: number | null;
}

/** Registers the gauges whose values are read each time they are scraped. */
export function registerStateGauges(
  registry: Registry,
  { pools, queue, readArchiveState, log }: GaugeSources,
): void {
  registerPoolGauges(registry, pools);
  registerBacklogGauges(registry, queue, log);
  registerArchiveGauges(registry, readArchiveState, log);
}

function registerPoolGauges(registry: Registry, pools: GaugeSources['pools']): void {
  const registers = [registry];
  const forEachPool = (set: (pool: string, state: ReturnType<Database['poolState']>) => void) => {
    for (const [name, database] of Object.entries(pools)) set(name, database.poolState());
  };
  new Gauge({
    name: 'cairn_database_connections',
    help: 'Connections of the pool to the database, by state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      forEachPool((pool, { inUse, idle }) => {
        this.set({ pool, state: 'in_use' }, inUse);
        this.set({ pool, state: 'idle' }, idle);
      });
    },
  });
  new Gauge({
    name: 'cairn_database_connections_max',
    help: 'The maximum number of connections of the pool',
    labelNames: ['pool'],
    registers,
    collect() {
      forEachPool((pool, { max }) => this.set({ pool }, max));
    },
  });
  new Gauge({
    name: 'cairn_database_waiting',
    help: 'Statements and transactions that wait for a connection of the pool',
    labelNames: ['pool'],
    registers,
    collect() {
      forEachPool((pool, { waiting }) => this.set({ pool }, waiting));
    },
  });
}

/**
 * The queue is stored in the database, so every process reports the same values. If the database does not respond, the
 * values are missing, and everything else is still reported.
 */
function registerBacklogGauges(
  registry: Registry,
  queue: GaugeSources['queue'],
  log: Logger,
): void {
  const registers = [registry];
  const read = shareReads(() =>
    queue.readBacklog().catch((error: unknown): JobBacklog[] => {
      log.warn({ event: 'queue_error', reason: String(error) });
      return [];
    }),
  );
  new Gauge({
    name: 'cairn_queue_jobs',
    help: 'Waiting jobs by state: due or delayed. At most 10,000 are counted',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { job, due, delayed } of backlog) {
        this.set({ job, state: 'due' }, due);
        this.set({ job, state: 'delayed' }, delayed);
      }
    },
  });
  new Gauge({
    name: 'cairn_queue_oldest_due_job_age_seconds',
    help: 'How long the oldest job that waits for a worker has been due; 0 if none waits',
    labelNames: ['job'],
    registers,
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { job, oldestDueSeconds } of backlog) this.set({ job }, oldestDueSeconds);
    },
  });
}

/** These gauges are missing if the log is not archived, or the database does not respond. */
function registerArchiveGauges(
  registry: Registry,
  readState: GaugeSources['readArchiveState'],
  log: Logger,
): void {
  const read = shareReads(() =>
    readState().catch((error: unknown) => {
      log.warn({ event: 'archive_state_failed', reason: String(error) });
      return null;
    }),
  );
  const gauge = (name: string, help: string, value: (state: ArchiveState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read();
        const current = state && value(state);
        this.remove();
        if (current !== null) this.set(current);
      },
    });
  gauge(
    'cairn_wal_archive_failing',
    '1 if the latest attempt to archive the log of the database failed, otherwise 0',
    ({ isFailing }) => Number(isFailing),
  );
  gauge(
    'cairn_wal_archive_waiting_segments',
    'Complete files of the log of the database that wait to be archived',
    ({ waitingSegments }) => waitingSegments,
  );
  gauge(
    'cairn_base_backup_age_seconds',
    'Time since the latest base backup of the embedded database',
    ({ baseBackupAgeSeconds }) => baseBackupAgeSeconds,
  );
}

/** Lets the gauges of one scrape, and of concurrent scrapes, share one read. */
function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
