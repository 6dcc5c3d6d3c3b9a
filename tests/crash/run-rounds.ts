import { setTimeout as sleep } from 'node:timers/promises';
import { closeDirectConnection } from '../support/database/direct-connection.ts';
import { eventually } from '../support/eventually.ts';
import { expireLeasesOfKilledProcess } from '../support/expire-leases.ts';
import { createRandom, type Random } from '../support/hostile/random.ts';
import { type Disturbance, listDisturbances } from './disturbances.ts';
import { findLeaks } from './find-leaks.ts';
import type { LaneContext } from './lanes/lane.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { createReport, type Report } from './report.ts';
import { settle } from './settle.ts';
import { Stack } from './stack/stack.ts';

export interface RunOptions {
  rounds: number;
  seed: number;
  /** Users who write at the same time. */
  users: number;
  /**
   * In rounds whose number is a multiple of this, interrupted work waits until its lease really expires, after 20 s. In the
   * other rounds, its lease is expired in the database. 0: no round waits.
   */
  realLeaseInterval: number;
  /** In milliseconds: the longest duration of a fault. */
  maxFaultDuration: number;
  /** The name of the only disturbance. Undefined for all. */
  only?: string | undefined;
  /** Ends the run after the current round. */
  signal?: AbortSignal;
  /** Receives a line at the start and after each round. */
  log: (line: string) => void;
}

/**
 * Runs rounds of load, disturbance, recovery, and comparison on processes that it starts and stops.
 * @returns what was acknowledged and what was found.
 */
export async function runRounds(options: RunOptions): Promise<Report> {
  const { rounds, seed, users, realLeaseInterval, maxFaultDuration, signal, log } = options;
  const random = createRandom(seed);
  const ledger = new Ledger();
  const stack = await Stack.start();
  const disturbances: string[] = [];
  const reportedItems = new Set<string>();
  try {
    if (!stack.disk.canBeFilled)
      log('Skipping rounds with a full disk: mounting a disk in memory needs root on Linux');
    const load = await Load.create({ ...stack.app, sandbox: stack.sandbox }, users);
    const nextDisturbance = createPicker(stack.disk.canBeFilled, options.only, random);
    for (ledger.round = 1; ledger.round <= rounds && !signal?.aborted; ledger.round += 1) {
      const started = Date.now();
      const hasRealLeases = realLeaseInterval > 0 && ledger.round % realLeaseInterval === 0;
      const disturbance = nextDisturbance();
      disturbances.push(disturbance.name);
      const before = ledger.findings.length;
      await runRound({
        maxFaultDuration,
        stack,
        load,
        ledger,
        random,
        disturbance,
        hasRealLeases,
        reportedItems,
      });
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      log(describeRound(ledger, rounds, disturbance, seconds));
      for (const { kind, detail } of ledger.findings.slice(before)) log(`  ${kind}: ${detail}`);
    }
  } finally {
    await closeDirectConnection(stack.database.url).catch(() => undefined);
    await stack.stop();
  }
  return createReport(ledger, disturbances);
}

/** In milliseconds. */
const minFaultDuration = 500;

interface Round {
  stack: Stack;
  load: Load;
  ledger: Ledger;
  random: Random;
  disturbance: Disturbance;
  hasRealLeases: boolean;
  maxFaultDuration: number;
  reportedItems: Set<string>;
}

async function runRound(round: Round): Promise<void> {
  const { stack, load, ledger, random, disturbance, hasRealLeases, reportedItems } = round;
  const { maxFaultDuration } = round;
  const context: LaneContext = {
    app: { ...stack.app, sandbox: stack.sandbox },
    ledger,
    random,
    databaseUrl: stack.database.url,
  };
  await load.prepare(stack.app, context);
  // Users who delete their account make other writes at the same time.
  ledger.toleratesRejections = disturbance.mayRejectWrites === true || load.hasDeletion;
  let isOver = false;
  // Chosen before the load starts, so that they depend on the seed only.
  const responses = 1 + random.below(100);
  const milliseconds = minFaultDuration + random.below(maxFaultDuration - minFaultDuration);
  const arrived = ledger.waitForResponses(responses);
  const running = load.run(context, () => isOver);
  await Promise.race([arrived, running]);
  await disturbance.begin(stack, random);
  if (!disturbance.killsProcesses) await sleep(milliseconds);
  isOver = true;
  // Requests to a killed process fail by themselves. Requests that a fault delays end with the fault.
  if (disturbance.killsProcesses) await running;
  await disturbance.recover(stack);
  await running;
  ledger.toleratesRejections = false;
  await restartIfCrashed(stack, ledger, disturbance);
  if (disturbance.interruptsJobs && !hasRealLeases) await expireLeases(stack);
  await settle(stack, load.people, ledger);
  await load.compareDeletions(context);
  await load.repeat(context);
  await settle(stack, load.people, ledger);
  await load.compare(context);
  await findLeaks(stack, load.people, ledger, reportedItems);
}

/** Expires the leases of interrupted work as soon as PostgreSQL has recovered. */
async function expireLeases({ database }: Stack): Promise<void> {
  await eventually(
    () =>
      expireLeasesOfKilledProcess(database.url).then(
        () => true,
        () => false,
      ),
    'PostgreSQL has recovered',
  );
}

/** Restarts the server if it has crashed. No fault outside the server may crash it. */
async function restartIfCrashed(
  stack: Stack,
  ledger: Ledger,
  { name }: Disturbance,
): Promise<void> {
  const exit = await Promise.race([stack.server.ended, Promise.resolve(undefined)]);
  if (exit === undefined) return;
  ledger.report('crashed', `${name}: the server exited with ${exit}`);
  await stack.startServer();
}

/** How often each kill occurs before the disturbances repeat. Each fault occurs once. */
const killCounts = [5, 3, 2, 2];

/** Picks disturbances in random order, all of them before any repeats, so that a few rounds include all kinds. */
function createPicker(
  canFillDisk: boolean,
  only: string | undefined,
  random: Random,
): () => Disturbance {
  const { kills, faults } = listDisturbances(canFillDisk);
  const all = [
    ...kills.flatMap((kill, index) => Array<Disturbance>(killCounts[index] ?? 1).fill(kill)),
    ...faults,
  ].filter(({ name }) => only === undefined || name === only);
  if (all.length === 0) throw new Error(`There is no disturbance '${only}'`);
  let remaining: Disturbance[] = [];
  return () => {
    if (remaining.length === 0) remaining = shuffle(all, random);
    return remaining.pop() ?? random.pick(kills);
  };
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

function describeRound(
  ledger: Ledger,
  rounds: number,
  { name }: Disturbance,
  seconds: string,
): string {
  const acknowledged = [...ledger.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  return `round ${ledger.round}/${rounds}: ${name}; ${acknowledged} acknowledged, ${ledger.unknownCount} without a response, ${ledger.findings.length} findings; ${seconds} s`;
}
