import pg from 'pg';
import type { Random } from '../support/hostile/random.ts';
import { childrenOf, sendSignal } from './stack/process-tree.ts';
import type { Stack } from './stack/stack.ts';

/** What goes wrong in a round. */
export interface Disturbance {
  name: string;
  /** If true, the load ends as soon as the processes are killed. Otherwise, it ends with the fault. */
  killsProcesses: boolean;
  /** True if jobs lose their connection or their process, so that they continue when their lease expires. */
  interruptsJobs?: boolean;
  /** True if the server may reject valid writes in the meantime. */
  mayRejectWrites?: boolean;
  /** Kills the processes, or starts the fault. */
  begin(stack: Stack, random: Random): Promise<void> | void;
  /** Starts what was killed, or ends the fault. */
  recover(stack: Stack): Promise<void> | void;
}

async function killServer(stack: Stack): Promise<void> {
  await stack.server.kill();
}

async function killPostmaster({ database }: Stack): Promise<void> {
  sendSignal(database.pid, 'SIGKILL');
  await database.ended;
}

const kills: readonly Disturbance[] = [
  {
    name: 'kill -9 server',
    killsProcesses: true,
    interruptsJobs: true,
    begin: killServer,
    recover: (stack) => stack.startServer(),
  },
  {
    name: 'kill -9 postmaster',
    killsProcesses: true,
    interruptsJobs: true,
    begin: killPostmaster,
    recover: (stack) => stack.startDatabase(),
  },
  {
    name: 'kill -9 a database process',
    killsProcesses: true,
    interruptsJobs: true,
    // PostgreSQL then ends all connections and recovers by itself.
    begin({ database }, random) {
      const [first, ...others] = childrenOf(database.pid);
      if (first !== undefined) sendSignal(random.pick([first, ...others]), 'SIGKILL');
    },
    recover: () => undefined,
  },
  {
    name: 'kill -9 everything',
    killsProcesses: true,
    interruptsJobs: true,
    async begin(stack) {
      sendSignal(stack.database.supervisorPid, 'SIGKILL');
      await Promise.all([killServer(stack), killPostmaster(stack)]);
    },
    async recover(stack) {
      await stack.startDatabase();
      await stack.startServer();
    },
  },
];

/** Sends a signal to all processes of PostgreSQL. */
function signalDatabase({ database }: Stack, signal: NodeJS.Signals): void {
  for (const pid of [database.pid, ...childrenOf(database.pid)]) sendSignal(pid, signal);
}

/** The connections that `no connections left` keeps open. */
let openConnections: pg.Client[] = [];

/** Ends the server's connections and opens new ones until PostgreSQL accepts no more. */
async function useUpConnections({ database }: Stack): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    openConnections.push(client);
    return client;
  };
  try {
    const first = await connect();
    for (;;) {
      await first.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'cairn%'`,
      );
      await connect();
    }
  } catch (error) {
    // 53300: too many connections.
    if (!(error instanceof pg.DatabaseError && error.code === '53300')) throw error;
  }
}

async function closeConnections(): Promise<void> {
  await Promise.all(openConnections.map((client) => client.end()));
  openConnections = [];
}

const databaseFaults: readonly Disturbance[] = [
  {
    name: 'frozen database',
    killsProcesses: false,
    interruptsJobs: true,
    begin: (stack) => signalDatabase(stack, 'SIGSTOP'),
    recover: (stack) => signalDatabase(stack, 'SIGCONT'),
  },
  {
    name: 'no connections left',
    killsProcesses: false,
    interruptsJobs: true,
    begin: useUpConnections,
    recover: closeConnections,
  },
  {
    name: 'slow network to the database',
    killsProcesses: false,
    begin: ({ databaseProxy }, random) => databaseProxy.delay(20 + random.below(200)),
    recover: ({ databaseProxy }) => databaseProxy.restore(),
  },
  {
    name: 'cut network to the database',
    killsProcesses: false,
    interruptsJobs: true,
    begin: ({ databaseProxy }) => databaseProxy.cut(),
    recover: ({ databaseProxy }) => databaseProxy.restore(),
  },
  {
    name: 'truncated responses of the database',
    killsProcesses: false,
    interruptsJobs: true,
    begin: ({ databaseProxy }, random) => databaseProxy.truncate(random.below(3_000)),
    recover: ({ databaseProxy }) => databaseProxy.restore(),
  },
];

const diskFault: Disturbance = {
  name: 'full disk',
  killsProcesses: false,
  interruptsJobs: true,
  begin: ({ disk }) => disk.fill(),
  async recover(stack) {
    stack.disk.clear();
    // PostgreSQL stops if it can't write its log, and the supervisor reports it.
    if (await hasEnded(stack)) await stack.startDatabase();
  },
};

async function hasEnded({ database }: Stack): Promise<boolean> {
  return (await Promise.race([database.ended, Promise.resolve('running')])) !== 'running';
}

/** Sends a fault to the sandbox, for more requests than a round makes. */
const failProvider = (provider: string, kind: string, latency_ms?: number) => (stack: Stack) =>
  stack.sandbox.control<void>('faults', {
    provider,
    kind,
    times: 100_000,
    ...(latency_ms === undefined ? {} : { latency_ms }),
  });

const clearFaults = (stack: Stack) => stack.sandbox.control<void>('faults/clear', {});

const providerFaults: readonly Disturbance[] = [
  {
    name: 'slow aggregator',
    killsProcesses: false,
    begin: failProvider('plaid', 'slow', 1_500),
    recover: clearFaults,
  },
  {
    name: 'failing aggregator',
    killsProcesses: false,
    mayRejectWrites: true,
    begin: failProvider('plaid', 'http_500'),
    recover: clearFaults,
  },
  {
    name: 'failing exchange',
    killsProcesses: false,
    mayRejectWrites: true,
    begin: failProvider('coinbase', 'http_500'),
    recover: clearFaults,
  },
  {
    name: 'unavailable providers',
    killsProcesses: false,
    mayRejectWrites: true,
    begin: ({ providerProxy }) => providerProxy.cut(),
    recover: ({ providerProxy }) => providerProxy.restore(),
  },
  {
    name: 'truncated responses of the providers',
    killsProcesses: false,
    mayRejectWrites: true,
    begin: ({ providerProxy }, random) => providerProxy.truncate(random.below(2_000)),
    recover: ({ providerProxy }) => providerProxy.restore(),
  },
  {
    name: 'unavailable mail server',
    killsProcesses: false,
    begin: ({ mailProxy }) => mailProxy.cut(),
    recover: ({ mailProxy }) => mailProxy.restore(),
  },
];

/** In milliseconds. */
const minute = 60_000;

const clockFault: Disturbance = {
  name: 'jumping clock',
  killsProcesses: false,
  interruptsJobs: true,
  mayRejectWrites: true,
  begin: (stack, random) => stack.shiftServerClock((random.below(40) - 20) * minute),
  async recover(stack) {
    stack.shiftServerClock(0);
    // Breaks all connections. The interrupted jobs must be noticed although the clock has jumped.
    await stack.databaseProxy.restore();
  },
};

const faults: readonly Disturbance[] = [...databaseFaults, ...providerFaults, clockFault];

/** Lists the disturbances that are possible on this machine, always in the same order. */
export function listDisturbances(canFillDisk: boolean) {
  return { kills, faults: canFillDisk ? [...faults, diskFault] : faults };
}
