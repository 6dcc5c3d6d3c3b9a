import { askAside } from './side-connection.ts';

/** Returns all rows of all tables as text, as in a plain SQL dump. */
export async function dumpText(databaseUrl: string): Promise<string> {
  const { rows: tables } = await askAside<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await askAside<{ row: string }>(
      databaseUrl,
      `select t::text as row from ${name} t`,
    );
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
