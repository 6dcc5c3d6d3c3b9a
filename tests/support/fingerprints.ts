import pg from 'pg';

/** What a table holds: how many rows, and a hash that is the same for the same rows in any order. */
export interface Fingerprint {
  rows: number;
  hash: string;
}

/**
 * The fingerprint of every table of ours. Left out: which sync may write to an item, which a restore
 * changes on purpose.
 */
export async function fingerprints(databaseUrl: string): Promise<Record<string, Fingerprint>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename::text as name
       from pg_tables
       where schemaname = current_schema()
       order by tablename`,
    );
    const found: Record<string, Fingerprint> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<Fingerprint>(
        `select
           count(*)::integer as rows,
           md5(coalesce(string_agg(md5(row), '' order by md5(row)), '')) as hash
         from (select (to_jsonb(t) - 'lease_token')::text as row from ${client.escapeIdentifier(name)} t) rows`,
      );
      if (rows[0] !== undefined) found[name] = rows[0];
    }
    return found;
  } finally {
    await client.end();
  }
}
