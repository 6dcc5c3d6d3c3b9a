import pg from 'pg';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableClasses = ['08', '53', '57'];
// Lock timeout (for example during a long first sync), deadlock, and serialization failure.
const busyCodes = new Set(['55P03', '40P01', '40001']);
// The disk is full, or the database is read-only, because its disk is almost full (tools/database/disk-guard.ts) or
// because it is a replica.
const readOnlyCodes = new Set(['53100', '25006']);
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
export function translateError(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = errorCode(error);
  if (code === '23503' && violatesUserReference(error))
    return new Failure('unauthenticated', problemCopy.accountDeleted, { cause: error });
  const isUnavailable =
    code === undefined
      ? isPoolTimeout(error) || isQueryTimeout(error)
      : unavailableCodes.has(code) ||
        busyCodes.has(code) ||
        readOnlyCodes.has(code) ||
        (code.length === 5 && unavailableClasses.includes(code.slice(0, 2)));
  if (!isUnavailable) return error;
  return new Failure('unavailable', detailOf(code), {
    retryAfter: 5,
    cause: error,
    reason: describeOutage(error),
  });
}

/**
 * Describes an unavailable database to operators. The messages contain no data: PostgreSQL puts values into the detail
 * of an error.
 */
export function describeOutage(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const where = isPoolTimeout(error) ? 'database pool' : 'database';
  return [`${where}:`, errorCode(error), message].filter((part) => part !== undefined).join(' ');
}

/** True if the database accepts no changes at the moment, because its disk is full or it is read-only. */
export const isReadOnlyError = (error: unknown): boolean => {
  const code = errorCode(error instanceof Failure ? error.cause : error);
  return code !== undefined && readOnlyCodes.has(code);
};

/**
 * True if the row's user has been deleted. The schema names all foreign keys to users `…_of_user`. A Citus
 * cluster names the key in the message only, with the number of the shard.
 */
function violatesUserReference(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && /_of_user(_\d+)?\b/.test(error.constraint ?? error.message)
  );
}

function detailOf(code: string | undefined): string {
  if (code !== undefined && readOnlyCodes.has(code)) return problemCopy.readOnly;
  if (code !== undefined && busyCodes.has(code)) return problemCopy.databaseBusy;
  return problemCopy.databaseUnavailable;
}

/** True if the database did not respond in time. This error of pg has no code. */
export const isQueryTimeout = (error: unknown): boolean =>
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
