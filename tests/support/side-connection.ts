import pg from 'pg';

// One for each database: a new one for every question would cost the database more than the answer.
const open = new Map<string, pg.Client>();

/** Asks a database itself, beside the product and its pool. */
export async function askAside<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const known = open.get(url);
  if (known !== undefined) return known.query<Row>(text, values);
  const client = new pg.Client({ connectionString: url });
  // A test may have cut it off: the next question connects anew.
  client.on('error', () => {});
  client.once('end', () => {
    if (open.get(url) === client) open.delete(url);
  });
  open.set(url, client);
  await client.connect();
  return client.query<Row>(text, values);
}

/** Ends the connection, if there is one, before its database goes. */
export async function closeAside(url: string): Promise<void> {
  const client = open.get(url);
  open.delete(url);
  await client?.end();
}
