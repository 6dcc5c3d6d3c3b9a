import { queryDirectly } from './direct-connection.ts';

/** Lists the tables, in any schema, that have a row with this `user_id`. */
export async function listTablesWithRowsOf(databaseUrl: string, userId: string): Promise<string[]> {
  const { rows: tables } = await queryDirectly<{ name: string }>(
    databaseUrl,
    `select c.oid::regclass::text as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
     where c.relkind in ('r', 'p')
     order by 1`,
  );
  // One statement, because tests poll this while a user's rows are being deleted.
  const probes = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select 1 from ${name} where user_id::text = $1)`,
  );
  const { rows } = await queryDirectly<{ name: string }>(databaseUrl, probes.join(' union all '), [
    userId,
  ]);
  return rows.map(({ name }) => name);
}
