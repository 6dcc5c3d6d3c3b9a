import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { wrongSums } from './day-totals.ts';
import { eventually } from './eventually.ts';
import { closeAside } from './side-connection.ts';

/** The address of another database of the same server. */
export function databaseNamed(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A database of a test file's own, made from the migrated template. */
export interface TestDatabase {
  url: string;
  /** Drops it, and throws if what happened in it left sums that are not those of its rows. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** The test changes rows itself, behind the product's back. */
  changedByHand?: boolean;
}

export async function createTestDatabase({
  changedByHand = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name} template cairn_template`);
  const url = databaseNamed(serverUrl, name);
  return {
    url,
    async drop() {
      const wrong = changedByHand ? [] : await wrongSums(url);
      await closeAside(url);
      // The database may be tidying up in there by itself just now, which nobody may interrupt.
      await dropOnceFree(serverUrl, name);
      if (wrong.length > 0)
        throw new Error(`Sums that are kept are wrong: ${JSON.stringify(wrong)}`);
    },
  };
}

const notAllowed = '42501';

async function dropOnceFree(serverUrl: string, name: string): Promise<void> {
  await eventually(async () => {
    try {
      await administer(serverUrl, `drop database ${name} with (force)`);
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === notAllowed) return false;
      throw error;
    }
  }, `the database ${name} can be dropped`);
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
