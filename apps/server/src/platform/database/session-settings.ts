import pg from 'pg';
import { isReadOnlyError } from './database-errors.ts';
import { selectMissingSettings, storeSetting } from './session-settings.queries.ts';

/** In milliseconds. */
export const statementTimeout = 4_000;

/**
 * The settings of every session that serves requests and jobs. The database cancels a slow statement with a reason,
 * before the client gives up. JIT compilation does not pay off for short statements.
 */
const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  jit: 'off',
  statement_timeout: `${statementTimeout}`,
  lock_timeout: '3500',
  idle_in_transaction_session_timeout: '15000',
};

/** For direct connections of the pool: the value of `options` in pg's configuration. */
export const sessionOptions = toOptions(sessionSettings);

/**
 * For direct connections with long operations, such as migrations, backups, and the queue. Removes the limits, even
 * those that the role has (`storeSessionSettings`).
 */
export const unlimitedSessionOptions = toOptions({
  TimeZone: 'UTC',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
});

/** Formats settings as the `options` of a connection (https://www.postgresql.org/docs/current/libpq-connect.html). */
function toOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Stores the settings with the role, for this database only, so that they apply to every session that a transaction
 * pooler opens. A pooler accepts no settings from its clients: its sessions are shared. Does nothing if they are
 * stored, or if the database is read-only.
 *
 * @param directUrl a URL with the role of the sessions, without the pooler in between
 */
export async function storeSessionSettings(directUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'cairn migrate',
    options: unlimitedSessionOptions,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(selectMissingSettings, [
      Object.keys(sessionSettings),
      Object.values(sessionSettings),
    ]);
    for (const { name } of rows)
      await client.query(storeSetting(name, sessionSettings[name] ?? ''));
  } catch (error) {
    if (!isReadOnlyError(error)) throw error;
  } finally {
    await client.end();
  }
}
