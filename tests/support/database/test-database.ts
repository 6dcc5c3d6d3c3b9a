import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { eventually } from '../eventually.ts';
import { findWrongDailyTotals } from '../reference/daily-totals.ts';
import { closeDirectConnection } from './direct-connection.ts';
import { withoutSessionLimits } from './pooled-environment.ts';

/** Returns the URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A test file's own database, created from the migrated template. */
export interface TestDatabase {
  url: string;
  /** Drops the database. Throws if its daily totals do not match its rows. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Skips the check of daily totals, for tests that change rows by SQL. */
  skipTotalsCheck?: boolean;
}

export async function createTestDatabase({
  skipTotalsCheck = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const nodeUrls = inject('nodeUrls');
  await Promise.all(
    nodeUrls.map((node) =>
      runStatements(node, [`create database ${name} template ${inject('templateName')}`]),
    ),
  );
  const url = withoutSessionLimits(withDatabaseName(serverUrl, name));
  return {
    url,
    async drop() {
      const wrongTotals = skipTotalsCheck ? [] : await findWrongDailyTotals(url);
      await closeDirectConnection(url);
      await Promise.all(nodeUrls.map((node) => dropDatabase(node, name)));
      if (wrongTotals.length > 0)
        throw new Error(`Wrong daily totals: ${JSON.stringify(wrongTotals)}`);
    },
  };
}

const insufficientPrivilege = '42501';

/** Drops a database. Dropping fails while autovacuum runs in it, because the tests' role can't interrupt it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await eventually(async () => {
    try {
      await runStatements(serverUrl, [`drop database ${name} with (force)`]);
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return false;
      throw error;
    }
  }, `the database ${name} can be dropped`);
}

/** Runs statements on one connection. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
