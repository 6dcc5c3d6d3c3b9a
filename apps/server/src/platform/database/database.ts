import pg from 'pg';
import type { Logger } from '../log.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import { type NamedQuery, statementName, toQuery } from './named-query.ts';
import { type Statement, withCustomPlan } from './owned-sql.ts';

/** Runs statements, on the pool or inside one transaction. */
export interface Queries {
  /** Returns all rows. The row type is not checked: the caller asserts it. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** Returns the first row, if any. */
  row<Row>(statement: Statement): Promise<Row | undefined>;
  /** Runs a statement and returns the number of affected rows. */
  run(statement: Statement): Promise<number>;
}

/** A transaction. pg-boss enqueues jobs in it through `executeSql`. */
export interface Transaction extends Queries {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface TransactionOptions {
  /** In milliseconds, per statement. Default: the limit for requests. */
  statementTimeout?: number;
  /** In milliseconds: how long to wait for a lock. Default: the limit for requests. */
  lockTimeout?: number;
  /** Plans every statement for its parameter values, as `withCustomPlan` does for one. */
  customPlans?: boolean;
}

/** The app's database. */
export interface Database extends Queries {
  /** Runs a statement of a library, such as the rate limiter. */
  executeSql(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: unknown[]; rowCount: number | null }>;
  /** Runs `work` in one transaction and rolls back if it throws. Never call a provider inside. */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Opens a separate connection for LISTEN, outside the pool. */
  connectListener(): Promise<pg.Client>;
  /** How the connections of the pool are used. */
  connections(): PoolState;
  /** Resolves to true if the database responds within this time. */
  isReachable(milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The connections of the pool, and what waits for one. */
export interface PoolState {
  inUse: number;
  idle: number;
  waiting: number;
  max: number;
}

export interface DatabaseOptions {
  url: string;
  /** For LISTEN, in case `url` goes through a transaction pooler. */
  listenUrl: string;
  log: Logger;
  maxConnections?: number;
  tracing?: Pick<Tracing, 'traceStatement'>;
}

// Dates remain text, because they are calendar days. Counts become numbers, because they fit in a double. Money remains
// text.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);

// In milliseconds. The database cancels a slow statement first, with a reason. The client's own timeout
// covers a database that no longer responds at all.
const sessionTimeouts = {
  statement_timeout: 4_000,
  lock_timeout: 3_500,
  idle_in_transaction_session_timeout: 15_000,
};
const responseGrace = 500;
const defaultQueryTimeout = sessionTimeouts.statement_timeout + responseGrace;

/** Opens the pool. It connects on first use, so an unavailable database is not an error here. */
export function openDatabase({
  url,
  listenUrl,
  log,
  maxConnections = 10,
  tracing = noTracing,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    application_name: 'cairn',
    // JIT compilation does not pay off for short statements.
    options: '-c timezone=UTC -c jit=off',
    types,
    query_timeout: defaultQueryTimeout,
    ...sessionTimeouts,
  });
  pool.on('error', (error) =>
    log.warn({ event: 'database_connection_lost', code: errorCode(error) }),
  );
  const query = (config: NamedQuery) =>
    tracing.traceStatement(config.text, () => withTranslatedErrors(pool.query(config)));
  const poolQueries = createQueries((statement) => query(toQuery(statement)));
  return {
    ...poolQueries,
    executeSql: (text, values = []) => query({ name: statementName(text), text, values }),
    transaction: (work, options) => runTransaction({ pool, tracing }, work, options),
    connectListener: async () => {
      const client = new pg.Client({
        connectionString: listenUrl,
        application_name: 'cairn listener',
        // The connection only listens, so only TCP keepalive can detect a lost connection.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      await client.connect();
      return client;
    },
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
    isReachable: (milliseconds) => respondsWithin(pool, milliseconds),
    close: () => pool.end(),
  };
}

type RunStatement = (statement: Statement) => Promise<pg.QueryResult>;

function createQueries(run: RunStatement): Queries {
  return {
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[], // Asserted by the caller.
    row: async <Row>(statement: Statement) => (await run(statement)).rows[0] as Row | undefined, // Asserted by the caller.
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

async function runTransaction<T>(
  { pool, tracing }: { pool: pg.Pool; tracing: Pick<Tracing, 'traceStatement'> },
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await withTranslatedErrors(pool.connect());
  let isBroken = false;
  // A broken connection also fails its statement. Without a listener, the event would crash the process.
  const markBroken = () => {
    isBroken = true;
  };
  client.on('error', markBroken);
  const timeout = { query_timeout: queryTimeoutFor(options) };
  const send = async (query: NamedQuery): Promise<pg.QueryResult> => {
    // pg supports a timeout per query, but its types omit it.
    const config: pg.QueryConfig = Object.assign({}, query, timeout);
    try {
      return await tracing.traceStatement(query.text, () => client.query(config));
    } catch (error) {
      if (isQueryTimeout(error)) isBroken = true;
      throw error;
    }
  };
  try {
    await send({ text: 'begin' });
    if (options.statementTimeout !== undefined)
      await send({ text: `set local statement_timeout = ${Math.round(options.statementTimeout)}` });
    if (options.lockTimeout !== undefined)
      await send({ text: `set local lock_timeout = ${Math.round(options.lockTimeout)}` });
    const result = await work({
      ...createQueries((statement) =>
        withTranslatedErrors(
          send(toQuery(options.customPlans ? withCustomPlan(statement) : statement)),
        ),
      ),
      executeSql: (text, values) => send({ text, values: values ?? [] }),
    });
    await send({ text: 'commit' });
    return result;
  } catch (error) {
    // A broken connection cannot run a rollback. Closing it rolls back.
    if (!isBroken) await send({ text: 'rollback' }).catch(markBroken);
    throw translateError(error);
  } finally {
    client.off('error', markBroken);
    client.release(isBroken);
  }
}

/** Returns how long to wait for a response, in milliseconds: the statement's limit plus time for the network. */
const queryTimeoutFor = ({ statementTimeout, lockTimeout }: TransactionOptions): number =>
  Math.max(statementTimeout ?? sessionTimeouts.statement_timeout, lockTimeout ?? 0) + responseGrace;

async function respondsWithin(pool: pg.Pool, milliseconds: number): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), milliseconds);
  const probe = pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([probe, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function withTranslatedErrors<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw translateError(error);
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableClasses = ['08', '53', '57'];
// Lock timeout (for example during a long first sync), deadlock, and serialization failure.
const busyCodes = new Set(['55P03', '40P01', '40001']);
const unavailableCodes = new Set([
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

/** Returns the code of a PostgreSQL or system error, if it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Turns an unavailable, full, or busy database into a `Failure` that the client can retry. */
function translateError(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = errorCode(error);
  if (code === '23503' && violatesUserReference(error))
    return new Failure('unauthenticated', problemCopy.accountDeleted, { cause: error });
  const isUnavailable =
    code === undefined
      ? isPoolTimeout(error) || isQueryTimeout(error)
      : unavailableCodes.has(code) ||
        busyCodes.has(code) ||
        (code.length === 5 && unavailableClasses.includes(code.slice(0, 2)));
  if (!isUnavailable) return error;
  return new Failure('unavailable', detailOf(code), { retryAfter: 5, cause: error });
}

/** True if the row's user has been deleted. The schema names all foreign keys to users `…_of_user`. */
function violatesUserReference(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint?.endsWith('_of_user') === true;
}

function detailOf(code: string | undefined): string {
  if (code === '53100') return problemCopy.diskFull;
  if (code !== undefined && busyCodes.has(code)) return problemCopy.databaseBusy;
  return problemCopy.databaseUnavailable;
}

// This error of pg has no code.
const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

// These errors of pg's pool have no code, and their messages are stable.
function isPoolTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
