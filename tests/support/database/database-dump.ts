import { queryDirectly } from './direct-connection.ts';

/** Returns all rows of all tables as text, as in a plain SQL dump. */
export async function dumpDatabaseText(databaseUrl: string): Promise<string> {
  const { rows: tables } = await queryDirectly<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await queryDirectly<{ row: string }>(
      databaseUrl,
      `select t::text as row from ${name} t`,
    );
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
