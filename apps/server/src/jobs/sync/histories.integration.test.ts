import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/database/test-database.ts';
import { findWrongDailyTotals } from '../../../../../tests/support/reference/daily-totals.ts';
import {
  type History,
  historyArbitrary,
  playHistories,
} from '../../../../../tests/support/reference/histories.ts';
import { createServices } from '../../create-services.ts';
import { readSettings } from '../../env.ts';
import { createLogger } from '../../platform/log.ts';
import type { Services } from '../../services.ts';

// CAIRN_HISTORY_RUNS=5000 runs more random histories.
const historyCount = Number(process.env.CAIRN_HISTORY_RUNS ?? 500);
/** Number of histories that run concurrently for one user. */
const historiesPerUser = 25;

let database: TestDatabase;
let services: Services;
let dataDir: string;
const errorLines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const log = createLogger('error', { write: (line) => void errorLines.push(line) });
  const created = createServices(settings, log);
  // Failed syncs are not part of these histories, so they must surface instead of being retried.
  services = { ...created, queue: { ...created.queue, enqueue: async () => {} } };
});
afterAll(async () => {
  await services.database.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  `${historyCount} random histories lead to the rows, transfer pairs, totals, budgets, and changes of the reference implementation`,
  async () => {
    const occurrences: Record<string, number> = {};
    const count = (event: string) => {
      occurrences[event] = (occurrences[event] ?? 0) + 1;
    };
    let completed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(historyArbitrary, { minLength: historiesPerUser, maxLength: historiesPerUser }),
        fc.integer({ min: 1, max: 9 }),
        async (histories: History[], pageSize) => {
          await playHistories({ services, databaseUrl: database.url }, histories, pageSize, count);
          expect(errorLines).toEqual([]);
          completed += histories.length;
        },
      ),
      { numRuns: Math.ceil(historyCount / historiesPerUser), endOnFailure: true },
    );
    expect(completed).toBeGreaterThanOrEqual(historyCount);
    expect(await findWrongDailyTotals(database.url)).toEqual([]);
    // Every kind of event occurred.
    for (const event of [
      'paired',
      'superseded',
      'returned',
      'removed',
      'inherited',
      'stale_cursor',
      'mutation',
      'duplicate_page',
      'undone',
      'undone_after_posting',
      'undone_while_removed',
      'changed_since',
    ])
      expect(occurrences[event] ?? 0, event).toBeGreaterThan(0);
  },
  // On a cluster, one history takes seconds.
  Math.max(120_000, historyCount * 4_000),
);
