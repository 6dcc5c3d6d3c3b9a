import pg from 'pg';
import type { AppendOnlyTable } from './append-only-tables.ts';
import { migrationsTable } from './migrate.queries.ts';

/** How the runtime role relates to the role that owns the schema. */
export interface RoleRelation {
  /** True if both are one role. */
  is_same: boolean;
  /** True if the runtime role has the owner's rights, as a member of it or a superuser. */
  is_owner: boolean;
}

/** The role that statements run as. */
export const selectCurrentRole = 'select current_user::text as role';

/** Compares a role ($1) with the current one. */
export const selectRoleRelation = `
  select
    $1::text = current_user as is_same,
    pg_has_role($1::name, current_user, 'usage') as is_owner`;

/** The statements that let a role read and write rows in a schema, including tables that are created later. */
export function grantStatements(schema: string, role: string): string[] {
  const [inSchema, to] = [pg.escapeIdentifier(schema), pg.escapeIdentifier(role)];
  return [
    `grant usage on schema ${inSchema} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${inSchema} to ${to}`,
    `grant usage, select, update on all sequences in schema ${inSchema} to ${to}`,
    `alter default privileges in schema ${inSchema} grant select, insert, update, delete on tables to ${to}`,
    `alter default privileges in schema ${inSchema} grant usage, select, update on sequences to ${to}`,
  ];
}

/** The statements that keep a role from changing the rows of an append-only table. */
export function protectStatements(
  table: string,
  role: string,
  { updatable, deletable }: AppendOnlyTable,
): string[] {
  const [on, to] = [pg.escapeIdentifier(table), pg.escapeIdentifier(role)];
  const columns = updatable.map((column) => pg.escapeIdentifier(column));
  return [
    `revoke ${deletable ? 'update' : 'update, delete'} on ${on} from ${to}`,
    ...(columns.length > 0 ? [`grant update (${columns.join(', ')}) on ${on} to ${to}`] : []),
  ];
}

/** Makes the migrations table read-only for a role. */
export const revokeMigrations = (role: string): string =>
  `revoke insert, update, delete on ${migrationsTable} from ${pg.escapeIdentifier(role)}`;

/** True if the right to analyze tables can be granted (PostgreSQL 17). Earlier versions leave that to autovacuum. */
export const selectCanGrantMaintain =
  "select current_setting('server_version_num')::int >= 170000 as can_grant";

/** The statement that lets a role analyze the tables of a schema. */
export const grantMaintain = (schema: string, role: string): string =>
  `grant maintain on all tables in schema ${pg.escapeIdentifier(schema)} to ${pg.escapeIdentifier(role)}`;

/** The current schema, and that of the job queue. */
export const selectSchemas = `
  select nspname::text as name
  from pg_namespace
  where nspname in (current_schema(), 'pgboss')`;
