import { describe, expect, test } from 'vitest';
import { parseCrashOptions } from '../crash/crash-options.ts';
import { Journal, Ledger, Register } from '../crash/ledger.ts';
import { renderReport } from '../crash/report.ts';
import { runRounds } from '../crash/run-rounds.ts';

const rounds = 20;
const seed = Number(process.env.TEST_SEED);

test(`no acknowledged write is lost or doubled by kills and faults (${rounds} rounds, TEST_SEED=${seed})`, async () => {
  const lines: string[] = [];
  const report = await runRounds({
    rounds,
    seed,
    users: 2,
    realLeaseInterval: 0,
    maxFaultDuration: 1_500,
    log: (line) => void lines.push(line),
  });
  console.log(renderReport(report));
  expect(report.findings, lines.join('\n')).toEqual([]);
  expect(report.acknowledgedCount).toBeGreaterThan(rounds);
}, 600_000);

describe('the ledger of the crash harness', () => {
  const kindsOf = (ledger: Ledger) => ledger.findings.map(({ kind }) => kind);

  test('reports an acknowledged value that is missing as lost', () => {
    const ledger = new Ledger();
    const name = new Register('the name', 'old');
    name.record('new', 'acknowledged');
    name.compare('old', ledger);
    expect(kindsOf(ledger)).toEqual(['lost']);
  });

  test('accepts both values after a write without a response', () => {
    const ledger = new Ledger();
    for (const actual of ['old', 'new']) {
      const name = new Register('the name', 'old');
      name.record('new', 'unknown');
      name.compare(actual, ledger);
    }
    expect(kindsOf(ledger)).toEqual([]);
  });

  test('reports a value that a rejected write would have set as lost', () => {
    const ledger = new Ledger();
    const name = new Register('the name', 'old');
    name.record('new', 'rejected');
    name.compare('new', ledger);
    expect(kindsOf(ledger)).toEqual(['lost']);
  });

  test('reports fields of two different writes as half-done', () => {
    const ledger = new Ledger();
    const budget = new Register('the budget', { bills: 1, earnings: 1 });
    budget.record({ bills: 2, earnings: 2 }, 'unknown');
    budget.compare({ bills: 2, earnings: 1 }, ledger);
    expect(kindsOf(ledger)).toEqual(['half_done']);
  });

  test('reports fewer entries than acknowledged writes as lost, and more than all writes as doubled', () => {
    const ledger = new Ledger();
    for (const actual of [1, 2, 3, 4]) {
      const history = new Journal('the history');
      history.record('acknowledged');
      history.record('acknowledged');
      history.record('unknown');
      history.record('rejected');
      history.compare(actual, ledger);
    }
    expect(kindsOf(ledger)).toEqual(['lost', 'doubled']);
  });
});

describe('npm run crash', () => {
  test('reads the number of rounds and the seed', () => {
    const { rounds: count, seed: chosen } = parseCrashOptions(['--rounds', '200', '--seed', '7']);
    expect([count, chosen]).toEqual([200, 7]);
  });

  test('explains an invalid number', () => {
    expect(() => parseCrashOptions(['--rounds', 'many'])).toThrow(
      "--rounds must be a whole number of at least 1, not 'many'",
    );
  });
});
