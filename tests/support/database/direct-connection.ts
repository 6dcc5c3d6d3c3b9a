import pg from 'pg';

interface DirectConnection {
  client: pg.Client;
  /** Settles when the previous query has finished. */
  lastQuery: Promise<unknown>;
}

// One connection per database, because connecting costs more than most queries.
const connections = new Map<string, DirectConnection>();

/** Queries a database directly instead of through the app's pool. Queries run one after the other. */
export function queryDirectly<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const connection = connections.get(url) ?? connect(url);
  const result = connection.lastQuery.then(() => connection.client.query<Row>(text, values));
  connection.lastQuery = result.catch(() => undefined);
  return result;
}

function connect(url: string): DirectConnection {
  const client = new pg.Client({ connectionString: url });
  const connection = { client, lastQuery: client.connect() };
  const forget = () => {
    if (connections.get(url) === connection) connections.delete(url);
  };
  // A test may have terminated the connection. The next query reconnects.
  client.on('error', forget);
  client.once('end', forget);
  connections.set(url, connection);
  return connection;
}

/** Closes the connection, if there is one, before the database is dropped. */
export async function closeDirectConnection(url: string): Promise<void> {
  const connection = connections.get(url);
  connections.delete(url);
  await connection?.lastQuery;
  await connection?.client.end();
}
