import type pg from 'pg';
import { appendOnlyTables } from './append-only-tables.ts';
import {
  configureNodes,
  createRejectFunction,
  dropTrigger,
  placeTable,
  rejectChanges,
  selectCopiedTables,
  selectHasCitus,
  selectIsDistributed,
  selectUnplacedTables,
  truncateLocalRows,
  type UnplacedTable,
  useOneConnection,
} from './distribute-tables.queries.ts';
import { type TablePlacement, tablePlacements } from './table-placements.ts';

/** True if the database is a Citus cluster whose tables are already distributed. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query<{ is_distributed: boolean }>(selectIsDistributed);
  return rows[0]?.is_distributed === true;
}

/**
 * Distributes the tables of a Citus cluster according to their placements, with their existing rows. Does nothing
 * without Citus. Each table has its own transaction, so that an interrupted run resumes with the unfinished table.
 */
export async function distributeTables(
  client: pg.Client,
  placements: Readonly<Record<string, TablePlacement>> = tablePlacements,
): Promise<void> {
  if (!(await hasCitus(client))) return;
  const { rows: unplaced } = await client.query<UnplacedTable>(selectUnplacedTables);
  let remaining = unplaced.flatMap((table) => {
    const placement = placements[table.name];
    return placement === undefined || placement === 'local' ? [] : [{ ...table, placement }];
  });
  if (remaining.length > 0) await setUpNodes(client);
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const ready = remaining.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (ready.length === 0)
      throw new Error(
        `Tables that refer to each other can't be distributed: ${[...names].join(', ')}`,
      );
    for (const table of ready) await place(client, table);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  const { rows: copied } = await client.query<{ name: string }>(selectCopiedTables);
  for (const { name } of copied) await client.query(truncateLocalRows, [name]);
}

async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_citus: boolean }>(selectHasCitus);
  return rows[0]?.has_citus === true;
}

async function setUpNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ node: string; error: string }>(configureNodes);
  const [failed] = rows;
  if (failed !== undefined)
    throw new Error(`The node ${failed.node} can't be set up: ${failed.error}`);
}

async function place(
  client: pg.Client,
  { name, placement, triggers }: UnplacedTable & { placement: Exclude<TablePlacement, 'local'> },
): Promise<void> {
  const appendOnly = appendOnlyTables[name];
  const rules =
    appendOnly?.updatable.length === 0 && !appendOnly.deletable
      ? [createRejectFunction, ...rejectChanges(name)]
      : [];
  await client.query('begin');
  // Citus creates the function on every node. It can't do so while several connections to a node copy rows.
  if (rules.length > 0) await client.query(useOneConnection);
  // Citus has no triggers on such tables. They only reject changes to append-only rows, as the rules do.
  for (const trigger of triggers) await client.query(dropTrigger(trigger, name));
  await client.query(placeTable(name, placement), [name]);
  for (const rule of rules) await client.query(rule);
  await client.query('commit');
}
