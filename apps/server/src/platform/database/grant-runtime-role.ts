import pg from 'pg';
import { appendOnlyTables } from './append-only-tables.ts';
import {
  grantMaintain,
  grantStatements,
  protectStatements,
  type RoleRelation,
  revokeMigrations,
  selectCanGrantMaintain,
  selectCurrentRole,
  selectRoleRelation,
  selectSchemas,
} from './grant-runtime-role.queries.ts';
import { migrationLock } from './migrate.ts';
import { unlimitedSessionOptions } from './session-settings.ts';

/** Both database URLs use one role, or the runtime role has the owner's rights. The message is for the operator. */
export class RuntimeRoleError extends Error {}

/**
 * Lets the role of `runtimeUrl` read and write rows, and nothing else: the role of `ownerUrl` owns the schema. Call it
 * after migrations, with URLs that go through no transaction pooler.
 * @throws RuntimeRoleError if both are one role, or the runtime role has the owner's rights
 */
export async function grantRuntimeRole(ownerUrl: string, runtimeUrl: string): Promise<void> {
  const role = await withClient(runtimeUrl, async (client) => {
    const { rows } = await client.query<{ role: string }>(selectCurrentRole);
    return rows[0]?.role ?? '';
  });
  await withClient(ownerUrl, async (client) => {
    // Concurrent grants on one table fail.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const { rows: relations } = await client.query<RoleRelation>(selectRoleRelation, [role]);
    if (relations[0]?.is_same !== false || relations[0].is_owner)
      throw new RuntimeRoleError(
        `DATABASE_URL must use a role without the rights of DATABASE_OWNER_URL's role, but ${role} has them.`,
      );
    const { rows: schemas } = await client.query<{ name: string }>(selectSchemas);
    const { rows: versions } = await client.query<{ can_grant: boolean }>(selectCanGrantMaintain);
    const statements = [
      ...schemas.flatMap(({ name }) => [
        ...grantStatements(name, role),
        ...(versions[0]?.can_grant ? [grantMaintain(name, role)] : []),
      ]),
      ...Object.entries(appendOnlyTables).flatMap(([name, table]) =>
        protectStatements(name, role, table),
      ),
      revokeMigrations(role),
    ];
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn migrate',
    options: unlimitedSessionOptions,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
