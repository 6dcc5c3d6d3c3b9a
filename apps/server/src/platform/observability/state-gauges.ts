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
  log: Logger;
}

/** Registers the gauges whose values are read each time they are scraped. */
export function registerStateGauges(registry: Registry, { pools, queue, log }: GaugeSources): void {
  registerPoolGauges(registry, pools);
  registerBacklogGauges(registry, queue, log);
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
  let reading: Promise<JobBacklog[]> | undefined;
  // The two gauges of one scrape, and scrapes at the same time, share a statement.
  const read = () => {
    reading ??= queue
      .readBacklog()
      .catch((error: unknown) => {
        log.warn({ event: 'queue_error', reason: String(error) });
        return [];
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
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
