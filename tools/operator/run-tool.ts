import pg from 'pg';
import { BackupError } from '../../apps/server/src/jobs/backup/backup-error.ts';
import { NewerSchemaError } from '../../apps/server/src/platform/database/migrate.ts';
import { CommandError } from '../command/command-error.mjs';
import { DatabaseError } from '../database/database-error.ts';

/** Runs a command. Failures that the user can fix are printed without a stack trace. */
export async function runTool(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(explain(error));
  }
}

function explain(error: unknown): unknown {
  if (
    [BackupError, CommandError, DatabaseError, NewerSchemaError].some(
      (kind) => error instanceof kind,
    )
  )
    return (error as Error).message; // All of these classes extend Error.
  if (error instanceof pg.DatabaseError) return `The database returned an error: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message}. Use --help to list the options.`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code))
    return "Can't connect to the database. Is it running, and is DATABASE_URL correct?";
  return error;
}
