import pg from 'pg';
import { unlimitedSessionOptions } from '../../platform/database/session-settings.ts';
import { createSealer, type Sealer } from '../../platform/secrets/sealed-secrets.ts';
import type { SecretKeys } from '../../platform/secrets/secret-keys.ts';
import {
  countJobValues,
  countValues,
  readOldValues,
  replaceValue,
  type SealedValue,
} from './rotate-keys.queries.ts';
import { type SealedColumn, sealedColumns, sealedJobFields } from './sealed-columns.ts';

/** How many stored values and jobs still need a key after the rotation. */
export interface KeyUse {
  id: string;
  /** Stored values. */
  values: number;
  /** Sealed values of unfinished jobs. */
  jobs: number;
}

/** The result of sealing all values with the newest key. */
export interface RotationResult {
  resealed: number;
  /** Values that can't be opened: their key is missing, or they are damaged. They are left unchanged. */
  unreadable: number;
  /** The given keys, newest first, then other keys that a value names. */
  keys: KeyUse[];
}

/** How many rows are read at a time. No row stays locked between two statements. */
const batchSize = 200;

/**
 * Reseals, with the newest key, every stored value that is sealed with an earlier key. Cairn may be running: a value
 * that it renews in the meantime is not overwritten. An interrupted run can be repeated.
 */
export async function rotateKeys(
  databaseUrl: string,
  tokenKeys: SecretKeys['tokens'],
): Promise<RotationResult> {
  const [newest] = tokenKeys;
  if (newest === undefined) throw new Error('At least one token key is required');
  const sealer = createSealer(tokenKeys);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'cairn rotate keys',
    options: unlimitedSessionOptions,
  });
  await client.connect();
  try {
    const result: RotationResult = { resealed: 0, unreadable: 0, keys: [] };
    for (const column of sealedColumns) {
      const counts = await resealColumn(client, sealer, column, newest.id);
      result.resealed += counts.resealed;
      result.unreadable += counts.unreadable;
    }
    result.keys = await countUses(
      client,
      tokenKeys.map(({ id }) => id),
    );
    return result;
  } finally {
    await client.end();
  }
}

async function resealColumn(
  client: pg.Client,
  sealer: Sealer,
  column: SealedColumn,
  newestId: string,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  let last: SealedValue | undefined;
  do {
    const values = await readOldValues(client, column, {
      keyId: newestId,
      after: last?.row,
      limit: batchSize,
    });
    for (const value of values) {
      const resealed = reseal(sealer, column, value);
      if (resealed === null) counts.unreadable += 1;
      else if (await replaceValue(client, column, { ...value, resealed })) counts.resealed += 1;
    }
    last = values.at(-1);
  } while (last !== undefined);
  return counts;
}

/** Returns the value sealed with the newest key, or null if it can't be opened. */
function reseal(sealer: Sealer, { context }: SealedColumn, { row, sealed }: SealedValue) {
  try {
    return sealer.seal(sealer.open(sealed, context(row)), context(row));
  } catch {
    return null;
  }
}

async function countUses(client: pg.Client, keyIds: readonly string[]): Promise<KeyUse[]> {
  const uses = new Map<string, KeyUse>(keyIds.map((id) => [id, { id, values: 0, jobs: 0 }]));
  const add = (id: string, field: 'values' | 'jobs', count: number) => {
    const use = uses.get(id) ?? { id, values: 0, jobs: 0 };
    use[field] += count;
    uses.set(id, use);
  };
  for (const column of sealedColumns)
    for (const { key_id, count } of await countValues(client, column)) add(key_id, 'values', count);
  for (const { key_id, count } of await countJobValues(client, sealedJobFields))
    add(key_id, 'jobs', count);
  return [...uses.values()];
}
