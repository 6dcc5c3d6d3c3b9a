import pg from 'pg';

/** The row count of a table, and a hash of its rows that does not depend on their order. */
export interface Fingerprint {
  rows: number;
  hash: string;
}

/** Returns the fingerprints of all tables. Ignores lease tokens, which a restore changes on purpose. */
export async function fingerprintTables(databaseUrl: string): Promise<Record<string, Fingerprint>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename::text as name
       from pg_tables
       where schemaname = current_schema()
       order by tablename`,
    );
    const fingerprintByTable: Record<string, Fingerprint> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<Fingerprint>(
        `select
           count(*)::integer as rows,
           md5(coalesce(string_agg(md5(row), '' order by md5(row)), '')) as hash
         from (select (to_jsonb(t) - 'lease_token')::text as row from ${client.escapeIdentifier(name)} t) rows`,
      );
      if (rows[0] !== undefined) fingerprintByTable[name] = rows[0];
    }
    return fingerprintByTable;
  } finally {
    await client.end();
  }
}
