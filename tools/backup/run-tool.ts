import pg from 'pg';
import { BackupError } from '../../apps/server/src/jobs/backup/backup-error.ts';
import { DatabaseError } from '../database/database-error.ts';

/** Runs a command to its end; what people can do something about is said without a trace. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    console.error(explain(error));
  }
}

function explain(error: unknown): unknown {
  if (error instanceof BackupError || error instanceof DatabaseError) return error.message;
  if (error instanceof pg.DatabaseError) return `The database refused: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message}. --help says what there is.`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code))
    return 'The database does not answer. Is it running, and is DATABASE_URL right?';
  return error;
}
