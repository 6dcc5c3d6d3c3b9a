import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RecordedStatement } from '../support/database/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';

/** Programs of operators, which read or change the rows of all users. No request and no job of a user does. */
const operatorPrograms = new Set([
  'cairn migrate',
  'cairn backup',
  'cairn restore',
  'cairn rotate keys',
]);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Citus then rejects a statement that needs more than one shard.
  await client.query(`set citus.multi_task_query_log_level = 'error'`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Reads the statements that the server ran in the other suites, each once, except those of operators' programs. */
function readStatements(): RecordedStatement[] {
  const folder = process.env.RECORD_STATEMENTS ?? '';
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'),
  );
  const statements = lines
    .map((line): RecordedStatement => JSON.parse(line))
    .filter(({ text }) => /^\s*(with|select|insert|update|delete)\b/i.test(text))
    .filter(({ application }) => !operatorPrograms.has(application));
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}

/**
 * Plans a statement and runs it without effect. Returns why the cluster rejects it, or null. The rows that the recorded
 * values refer to don't exist here, so a statement may violate a foreign key, which is checked after planning.
 */
async function findRejection({ text, values }: RecordedStatement): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query(text, values);
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    // Citus reports some of them without their code.
    const isForeignKey = /violates foreign key constraint/.test(error.message);
    return isForeignKey ? null : error.message;
  } finally {
    await client.query('rollback');
  }
}

test.skipIf(inject('nodeUrls').length === 1)(
  "every statement of the server runs on one node, except those of operators' programs",
  async () => {
    const statements = readStatements();
    const rejected: { text: string; reason: string }[] = [];
    for (const statement of statements) {
      const reason = await findRejection(statement);
      if (reason !== null) rejected.push({ text: statement.text, reason });
    }
    console.log(`${statements.length} statements checked`);
    expect(statements.length).toBeGreaterThan(0);
    expect(rejected).toEqual([]);
  },
);
