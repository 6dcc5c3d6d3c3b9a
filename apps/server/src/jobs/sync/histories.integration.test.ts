import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type History, history, playHistories } from '../../../../../tests/support/histories.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { createServices } from '../../create-services.ts';
import { readSettings } from '../../env.ts';
import { openLog } from '../../platform/log.ts';
import type { Services } from '../../services.ts';

// CAIRN_HISTORIES=5000 plays more of them.
const wanted = Number(process.env.CAIRN_HISTORIES ?? 500);
/** So many histories are one person's, and happen side by side. */
const together = 25;

let database: TestDatabase;
let services: Services;
let dataDir: string;
const broken: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const log = openLog('error', { write: (line) => void broken.push(line) });
  const made = createServices(settings, log);
  // A sync that fails is no part of these histories, and is to be seen rather than tried again.
  services = { ...made, queue: { ...made.queue, enqueue: async () => {} } };
});
afterAll(async () => {
  await services.database.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  `${wanted} histories of providers and users: rows, pairs, totals and budgets are those of the definition`,
  async () => {
    const seen: Record<string, number> = {};
    const note = (what: string) => {
      seen[what] = (seen[what] ?? 0) + 1;
    };
    let played = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { minLength: together, maxLength: together }),
        fc.integer({ min: 1, max: 9 }),
        async (histories: History[], pageSize) => {
          await playHistories({ services, databaseUrl: database.url }, histories, pageSize, note);
          expect(broken).toEqual([]);
          played += histories.length;
        },
      ),
      { numRuns: Math.ceil(wanted / together), endOnFailure: true },
    );
    expect(played).toBeGreaterThanOrEqual(wanted);
    // Everything that can happen did.
    for (const what of [
      'paired',
      'superseded',
      'returned',
      'removed',
      'inherited',
      'stale_cursor',
      'mutation',
      'repeats',
    ])
      expect(seen[what] ?? 0, what).toBeGreaterThan(0);
  },
  Math.max(120_000, wanted * 240),
);
