import pg from 'pg';
import type { TablePlacement } from './table-placements.ts';

/** True if the database has the Citus extension. */
export const selectHasCitus =
  "select exists (select 1 from pg_extension where extname = 'citus') as has_citus";

/** True if the database has distributed tables. Only for a database with Citus. */
export const selectIsDistributed =
  "select exists (select 1 from pg_dist_partition where partmethod = 'h') as is_distributed";

/** A table that Citus doesn't know yet. */
export interface UnplacedTable {
  name: string;
  /** The tables that its foreign keys refer to. */
  parents: string[];
  triggers: string[];
}

/** The tables of the current schema that Citus doesn't know, including those that it never will (`local`). */
export const selectUnplacedTables = `
  select
    c.relname::text as name,
    array(
      select distinct p.relname::text
      from pg_constraint f
      join pg_class p
        on p.oid = f.confrelid
      where f.conrelid = c.oid
        and f.contype = 'f'
        and f.confrelid <> f.conrelid
    ) as parents,
    array(
      select t.tgname::text
      from pg_trigger t
      where t.tgrelid = c.oid
        and not t.tgisinternal
    ) as triggers
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace
    and c.relkind = 'r'
    and not exists (
      select 1
      from pg_dist_partition d
      where d.logicalrelid = c.oid
    )`;

/**
 * Sets on every node what the server otherwise sets for its own connections (database.ts): the coordinator opens
 * the connections to the workers.
 */
export const configureNodes = `
  select
    n.nodename || ':' || n.nodeport as node,
    r.result as error
  from unnest(array['timezone = ''UTC''', 'jit = off']) as setting
  cross join lateral run_command_on_all_nodes(
    -- Citus would let only the coordinator run the second statement.
    format(
      'set local citus.enable_ddl_propagation to off; alter database %I set %s',
      current_database(),
      setting
    )
  ) r
  join pg_dist_node n
    on n.nodeid = r.nodeid
  where not r.success`;

/** Removes a trigger. */
export const dropTrigger = (trigger: string, table: string): string =>
  `drop trigger ${pg.escapeIdentifier(trigger)} on ${pg.escapeIdentifier(table)}`;

/**
 * The statement that places a table ($1). All rows of a user are on the node that has the user's own row. The
 * coordinator is a node too.
 */
export function placeTable(name: string, placement: Exclude<TablePlacement, 'local'>): string {
  if (placement === 'coordinator') return 'select citus_add_local_table_to_metadata($1::regclass)';
  const group = name === 'users' ? 'none' : 'users';
  return `select create_distributed_table($1::regclass, 'user_id', colocate_with => '${group}')`;
}

/** Uses one connection per node in the rest of the transaction. */
export const useOneConnection = `set local citus.multi_shard_modify_mode = 'sequential'`;

/** Creates the function of `rejectChanges`. It is immutable so that the coordinator calls it while it plans. */
export const createRejectFunction = `
  create or replace function reject_change(message text) returns void
  language plpgsql immutable as $$
  begin
    raise exception '%', message using errcode = 'restrict_violation';
  end
  $$`;

/**
 * The statements that make a distributed table reject updates and deletions of its rows. Deletions by foreign keys
 * still succeed, because they act on shards, which have no rules.
 */
export function rejectChanges(name: string): string[] {
  const table = pg.escapeIdentifier(name);
  const rule = (rule: string, event: string, text: string) =>
    `create rule ${rule} as on ${event} to ${table}
     do instead select reject_change(${pg.escapeLiteral(`append-only rows are ${text}: ${name}`)})`;
  return [
    rule('rows_not_rewritten', 'update', 'not rewritten'),
    rule('rows_kept', 'delete', 'kept'),
  ];
}

/** Distributed tables whose rows were copied to the nodes, and are still on the coordinator, where nothing reads them. */
export const selectCopiedTables = `
  select logicalrelid::text as name
  from pg_dist_partition
  where partmethod = 'h'
    and pg_relation_size(logicalrelid) > 0`;

/** Deletes the rows of a distributed table ($1) that are still on the coordinator. */
export const truncateLocalRows =
  'select truncate_local_data_after_distributing_table($1::regclass)';
