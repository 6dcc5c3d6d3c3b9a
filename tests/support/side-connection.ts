import pg from 'pg';

interface SideConnection {
  client: pg.Client;
  /** Settles when the question before the next is answered. */
  last: Promise<unknown>;
}

// One for each database: a new one for every question would cost the database more than the answer.
const open = new Map<string, SideConnection>();

/** Asks a database itself, beside the product and its pool; one question after the other. */
export function askAside<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const aside = open.get(url) ?? connect(url);
  const answer = aside.last.then(() => aside.client.query<Row>(text, values));
  aside.last = answer.catch(() => undefined);
  return answer;
}

function connect(url: string): SideConnection {
  const client = new pg.Client({ connectionString: url });
  const aside = { client, last: client.connect() };
  const forget = () => {
    if (open.get(url) === aside) open.delete(url);
  };
  // A test may have cut it off: the next question connects anew.
  client.on('error', forget);
  client.once('end', forget);
  open.set(url, aside);
  return aside;
}

/** Ends the connection, if there is one, before its database goes. */
export async function closeAside(url: string): Promise<void> {
  const aside = open.get(url);
  open.delete(url);
  await aside?.last;
  await aside?.client.end();
}
