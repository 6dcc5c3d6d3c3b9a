import { askAside } from './side-connection.ts';

/** The tables, of any schema, that hold a row with this user's id in a column `user_id`. */
export async function tablesWithRowsOf(databaseUrl: string, userId: string): Promise<string[]> {
  const { rows: tables } = await askAside<{ name: string }>(
    databaseUrl,
    `select c.oid::regclass::text as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
     where c.relkind in ('r', 'p')
     order by 1`,
  );
  // All in one statement: it is asked for again and again while a user's rows go.
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select 1 from ${name} where user_id::text = $1)`,
  );
  const { rows } = await askAside<{ name: string }>(databaseUrl, each.join(' union all '), [
    userId,
  ]);
  return rows.map(({ name }) => name);
}
