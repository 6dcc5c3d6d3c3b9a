import pg from 'pg';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';

/** A row and its sealed value. */
export interface SealedValue {
  row: SealedRow;
  sealed: string;
}

/** How many values are sealed with a key. */
export interface KeyCount {
  key_id: string;
  count: number;
}

const quoteName = (identifier: string): string => pg.escapeIdentifier(identifier);

/**
 * Returns the next values that are not sealed with `keyId`, ordered by primary key. `after`: the last row that was
 * read.
 */
export async function readOldValues(
  client: pg.Client,
  { table, column, primaryKey, contextColumns = [] }: SealedColumn,
  { keyId, after, limit }: { keyId: string; after: SealedRow | undefined; limit: number },
): Promise<SealedValue[]> {
  const keyColumns = primaryKey.map(quoteName).join(', ');
  const keyValues = after === undefined ? [] : primaryKey.map((key) => after[key]);
  const keyParameters = keyValues.map((_, index) => `$${index + 3}`).join(', ');
  const { rows } = await client.query<SealedRow & { sealed: string }>(
    `
    select
      ${[...primaryKey, ...contextColumns].map(quoteName).join(', ')},
      ${quoteName(column)} as sealed
    from ${quoteName(table)}
    where ${quoteName(column)} <> ''
      and split_part(${quoteName(column)}, '.', 1) <> $1
      ${after === undefined ? '' : `and (${keyColumns}) > (${keyParameters})`}
    order by ${keyColumns}
    limit $2`,
    [keyId, limit, ...keyValues],
  );
  return rows.map(({ sealed, ...row }) => ({ row, sealed }));
}

/** Replaces a value, unless it has changed since it was read. Returns whether it was replaced. */
export async function replaceValue(
  client: pg.Client,
  { table, column, primaryKey }: SealedColumn,
  { row, sealed, resealed }: SealedValue & { resealed: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `
    update ${quoteName(table)}
    set ${quoteName(column)} = $1
    where ${quoteName(column)} = $2
      ${primaryKey.map((key, index) => `and ${quoteName(key)} = $${index + 3}`).join(' ')}`,
    [resealed, sealed, ...primaryKey.map((key) => row[key])],
  );
  return rowCount === 1;
}

/** Counts a column's values by the key that they are sealed with. */
export async function countValues(
  client: pg.Client,
  { table, column }: SealedColumn,
): Promise<KeyCount[]> {
  const { rows } = await client.query<KeyCount>(`
    select
      split_part(${quoteName(column)}, '.', 1) as key_id,
      count(*)::int as count
    from ${quoteName(table)}
    where ${quoteName(column)} <> ''
    group by 1`);
  return rows;
}

/** Counts the sealed values of unfinished jobs, by key. `fields`: the names of the sealed fields. */
export async function countJobValues(
  client: pg.Client,
  fields: readonly string[],
): Promise<KeyCount[]> {
  const { rows: tables } = await client.query<{ existing: string | null }>(
    `select to_regclass('pgboss.job') as existing`,
  );
  if (tables[0]?.existing === null) return [];
  const { rows } = await client.query<KeyCount>(
    `
    select
      split_part(j.data ->> f.field, '.', 1) as key_id,
      count(*)::int as count
    from pgboss.job j
    cross join unnest($1::text[]) as f (field)
    where j.state in ('created', 'retry', 'active')
      and j.data ->> f.field <> ''
    group by 1`,
    [fields],
  );
  return rows;
}
