import pg from 'pg';

/** The tables, of any schema, that hold a row with this user's id in a column `user_id`. */
export async function tablesWithRowsOf(databaseUrl: string, userId: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
      where c.relkind in ('r', 'p')
      order by 1`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select 1 from ${name} where user_id = $1 limit 1`, [
        userId,
      ]);
      if (rowCount !== 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
