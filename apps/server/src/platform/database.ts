import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from './log.ts';
import { plannedAnew, type Statement } from './owned-sql.ts';
import { Failure } from './problem.ts';

/** Runs statements, on the pool or inside one transaction. */
export interface Queries {
  /** All rows. The row type is the caller's claim about the columns that it names. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, if any. */
  row<Row>(statement: Statement): Promise<Row | undefined>;
  /** Runs a statement for its effect; answers how many rows it touched. */
  run(statement: Statement): Promise<number>;
}

/** A transaction, with what pg-boss needs to enqueue in it. */
export interface Transaction extends Queries {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface TransactionOptions {
  /** Milliseconds that one statement may take, where a request's limit is too short. */
  statementTimeout?: number;
  /** Milliseconds to wait for a lock, likewise. */
  lockTimeout?: number;
  /** Has every statement planned for its values, as `plannedAnew` does one. */
  plannedAnew?: boolean;
}

/** The database of the app. */
export interface Database extends Queries {
  /** Runs a statement that a library brings along. */
  executeSql(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: unknown[]; rowCount: number | null }>;
  /** Runs `work` in one transaction; rolls back if it throws. Never call a provider inside. */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** A connection of its own for LISTEN, outside the pool. */
  connectListener(): Promise<pg.Client>;
  /** Whether the database answers within the time given, in milliseconds. */
  isReachable(milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** For LISTEN, where `url` goes through a transaction pooler. */
  listenUrl: string;
  log: Logger;
  maxConnections?: number;
}

// Dates are calendar days and stay strings; counts fit a double; money stays text until the edge.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);

// In milliseconds. The database gives up first and says why; a database that says nothing at all, its
// machine or the network gone, is given up by us.
const session = {
  statement_timeout: 4_000,
  lock_timeout: 3_500,
  idle_in_transaction_session_timeout: 15_000,
};
const answerGrace = 500;
const answerTimeout = session.statement_timeout + answerGrace;

/** Opens the pool. Connections are made when first needed, so a database that is away is no error here. */
export function openDatabase({
  url,
  listenUrl,
  log,
  maxConnections = 10,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    application_name: 'cairn',
    // Statements are short: what compiling one costs is never won back.
    options: '-c timezone=UTC -c jit=off',
    types,
    query_timeout: answerTimeout,
    ...session,
  });
  pool.on('error', (error) => log.warn({ event: 'database_connection_lost', code: codeOf(error) }));
  const onPool = queriesOver((statement) => guard(pool.query(toQuery(statement))));
  return {
    ...onPool,
    executeSql: (text, values = []) => guard(pool.query({ name: nameOf(text), text, values })),
    transaction: (work, options) => runTransaction(pool, work, options),
    connectListener: async () => {
      const client = new pg.Client({
        connectionString: listenUrl,
        application_name: 'cairn listener',
        // It only listens: whether anybody is there is found out below, by the network.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      await client.connect();
      return client;
    },
    isReachable: (milliseconds) => answersWithin(pool, milliseconds),
    close: () => pool.end(),
  };
}

type Run = (statement: Statement) => Promise<pg.QueryResult>;

function queriesOver(run: Run): Queries {
  return {
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[], // The caller's claim.
    row: async <Row>(statement: Statement) => (await run(statement)).rows[0] as Row | undefined, // Likewise.
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await guard(pool.connect());
  let broken = false;
  // A connection that breaks while it is ours fails the statement; unheard, it would end the process.
  const noteBroken = () => {
    broken = true;
  };
  client.on('error', noteBroken);
  const limit = { query_timeout: answerTimeoutOf(options) };
  const ask = async (query: pg.QueryConfig): Promise<pg.QueryResult> => {
    // pg takes a limit with each query, which its types leave out.
    const limited: pg.QueryConfig = Object.assign({}, query, limit);
    try {
      return await client.query(limited);
    } catch (error) {
      if (isUnanswered(error)) broken = true;
      throw error;
    }
  };
  try {
    await ask({ text: 'begin' });
    if (options.statementTimeout !== undefined)
      await ask({ text: `set local statement_timeout = ${Math.round(options.statementTimeout)}` });
    if (options.lockTimeout !== undefined)
      await ask({ text: `set local lock_timeout = ${Math.round(options.lockTimeout)}` });
    const result = await work({
      ...queriesOver((statement) =>
        guard(ask(toQuery(options.plannedAnew ? plannedAnew(statement) : statement))),
      ),
      executeSql: (text, values) => ask({ text, values: values ?? [] }),
    });
    await ask({ text: 'commit' });
    return result;
  } catch (error) {
    // On a connection that is gone or owes an answer nothing more is said: its end rolls back.
    if (!broken) await ask({ text: 'rollback' }).catch(noteBroken);
    throw translate(error);
  } finally {
    client.off('error', noteBroken);
    client.release(broken);
  }
}

/** How long an answer is waited for: as long as the statement may take, and a little for the way. */
const answerTimeoutOf = ({ statementTimeout, lockTimeout }: TransactionOptions): number =>
  Math.max(statementTimeout ?? session.statement_timeout, lockTimeout ?? 0) + answerGrace;

async function answersWithin(pool: pg.Pool, milliseconds: number): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), milliseconds);
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const names = new Map<string, string>();

/** A named prepared statement: planned once per connection, unless it is to be planned anew. */
const toQuery = ({ text, values, plannedAnew: anew }: Statement): pg.QueryConfig => ({
  ...(anew ? {} : { name: nameOf(text) }),
  text,
  values,
});

/** The name of a prepared statement: a hash of its text. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    // Texts vary only with which filters are on; the bound keeps a mistake from filling memory.
    if (names.size < 2_000) names.set(text, name);
  }
  return name;
}

async function guard<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw translate(error);
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const awayClasses = ['08', '53', '57'];
// A lock held too long (a first sync of a long history is being written), and a deadlock: try again.
const busyCodes = new Set(['55P03', '40P01', '40001']);
const awayCodes = new Set([
  '25P03', // idle_in_transaction_session_timeout
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

/** The code of a PostgreSQL or system error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Turns 'the database is away, full or too busy' into a failure that the client may retry. */
function translate(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === '23503' && isOfNobody(error))
    return new Failure('unauthenticated', 'This account has been deleted.', { cause: error });
  const away =
    code === undefined
      ? isPoolTimeout(error) || isUnanswered(error)
      : awayCodes.has(code) ||
        busyCodes.has(code) ||
        (code.length === 5 && awayClasses.includes(code.slice(0, 2)));
  if (!away) return error;
  return new Failure('unavailable', detailOf(code), { retryAfter: 5, cause: error });
}

/** A row was to be written for a user who has been deleted meanwhile: the schema names those rules. */
function isOfNobody(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint?.endsWith('_of_user') === true;
}

function detailOf(code: string | undefined): string {
  if (code === '53100')
    return 'The disk is full, so nothing can be saved right now. What is there can still be read.';
  if (code !== undefined && busyCodes.has(code))
    return 'Your transactions are being updated right now. Nothing was lost; please try again.';
  return 'The database is away for a moment. Nothing was lost; please try again.';
}

// pg gives this no code either.
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

// pg gives these two no code; they are the pool's own and stable in its source.
function isPoolTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
