import pg from 'pg';
import type { Logger } from '../log.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { selectIsStandby } from './database.queries.ts';
import { describeOutage, errorCode, isQueryTimeout, translateError } from './database-errors.ts';
import { type NamedQuery, namedQuery, toQuery } from './named-query.ts';
import { type Statement, withCustomPlan } from './owned-sql.ts';
import { sessionOptions, statementTimeout } from './session-settings.ts';

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
  /** Returns how many connections of the pool are in use. */
  poolState(): PoolState;
  /**
   * Checks on a separate connection, outside the pool, whether the database responds within this time and is not a
   * standby. Resolves to the reason if not, and to undefined otherwise.
   */
  findOutage(milliseconds: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The number of connections of the pool, and of statements and transactions that wait for one. */
export interface PoolState {
  inUse: number;
  idle: number;
  waiting: number;
  max: number;
}

export interface DatabaseOptions {
  url: string;
  /** The same database without a transaction pooler in between, for LISTEN. Equals `url` if there is none. */
  directUrl: string;
  /** False if a pooler does not support prepared statements. */
  preparesStatements?: boolean;
  log: Logger;
  maxConnections?: number;
  /** In milliseconds: how long to wait for a connection. */
  connectionTimeout?: number;
  tracing?: Pick<Tracing, 'traceStatement'>;
}

// Dates remain text, because they are calendar days. Counts become numbers, because they fit in a double. Money remains
// text.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);

// In milliseconds. The database cancels a slow statement first, with a reason. The client's own timeout
// covers a database that no longer responds at all.
const responseGrace = 500;
const defaultQueryTimeout = statementTimeout + responseGrace;

/** Opens the pool. It connects on first use, so an unavailable database is not an error here. */
export function openDatabase({
  url,
  directUrl,
  preparesStatements = true,
  log,
  maxConnections = 10,
  connectionTimeout = 1_500,
  tracing = noTracing,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 30_000,
    application_name: 'cairn',
    // A pooler rejects session options. Its sessions get them from their role (session-settings.ts).
    ...(url === directUrl && { options: sessionOptions }),
    types,
    query_timeout: defaultQueryTimeout,
  });
  const probes = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 1_500,
    // The connection stays open, so that it is available even if other programs use up all connections of the database.
    idleTimeoutMillis: 0,
    application_name: 'cairn readiness',
    query_timeout: 1_500,
    allowExitOnIdle: true,
  });
  for (const openedPool of [pool, probes]) {
    openedPool.on('error', (error) =>
      log.warn({ event: 'database_connection_lost', code: errorCode(error) }),
    );
    // The pool removes its own listener when it hands out a client. If the database accepts and ends a connection in one
    // packet, the error would otherwise crash the process before the new owner of the client can add a listener.
    openedPool.on('connect', (client) => client.on('error', ignoreError));
  }
  const query = (config: NamedQuery) =>
    tracing.traceStatement(config.text, () => withTranslatedErrors(pool.query(config)));
  const prepare = (statement: Statement) => toQuery(statement, preparesStatements);
  const poolQueries = createQueries((statement) => query(prepare(statement)));
  return {
    ...poolQueries,
    executeSql: (text, values = []) => query(namedQuery(text, values, preparesStatements)),
    transaction: (work, options) => runTransaction({ pool, tracing, prepare }, work, options),
    connectListener: async () => {
      const client = new pg.Client({
        connectionString: directUrl,
        application_name: 'cairn listener',
        // The connection only listens, so only TCP keepalive can detect a lost connection.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      client.on('error', ignoreError);
      await client.connect();
      return client;
    },
    poolState: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
    findOutage: (milliseconds) => findOutage(probes, milliseconds),
    close: async () => {
      await Promise.all([pool.end(), probes.end()]);
    },
  };
}

/** Without a listener, an `error` event crashes the process. The client's statements fail too, so callers notice. */
const ignoreError = () => undefined;

type RunStatement = (statement: Statement) => Promise<pg.QueryResult>;

function createQueries(run: RunStatement): Queries {
  return {
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[], // Asserted by the caller.
    row: async <Row>(statement: Statement) => (await run(statement)).rows[0] as Row | undefined, // Asserted by the caller.
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

/** The sessions of the pool, and how statements are sent there. */
interface Sessions {
  pool: pg.Pool;
  tracing: Pick<Tracing, 'traceStatement'>;
  prepare(statement: Statement): NamedQuery;
}

async function runTransaction<T>(
  { pool, tracing, prepare }: Sessions,
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
          send(prepare(options.customPlans ? withCustomPlan(statement) : statement)),
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
const queryTimeoutFor = ({
  statementTimeout: limit = statementTimeout,
  lockTimeout,
}: TransactionOptions): number => Math.max(limit, lockTimeout ?? 0) + responseGrace;

/** The outage reported for a standby, which accepts no changes until it becomes the primary. */
const standbyOutage = 'database: it is a standby';

async function findOutage(pool: pg.Pool, milliseconds: number): Promise<string | undefined> {
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => timeout.resolve(`database: no response within ${milliseconds} ms`),
    milliseconds,
  );
  const probe = pool
    .query<{ is_standby: boolean }>(selectIsStandby)
    .then(({ rows }) => (rows[0]?.is_standby ? standbyOutage : undefined), describeOutage);
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
