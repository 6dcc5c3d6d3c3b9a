import { parseEnvironment } from '../../apps/server/src/environment-variables.ts';
import { CommandError } from '../command/command-error.mjs';
import type { LogLimits } from './log-file.ts';

const BYTES_PER_MB = 1_000_000;

/**
 * Reads the limits of the log files of `npm start`.
 * @throws CommandError if a variable is invalid
 */
export function readLogLimits(environment: Readonly<Record<string, string>>): LogLimits {
  const errors: string[] = [];
  const { variables } = parseEnvironment(environment, errors);
  const logErrors = errors.filter((error) => error.startsWith('LOG_'));
  if (logErrors.length > 0) throw new CommandError(logErrors.join('\n'));
  return {
    maxBytes: variables.LOG_FILE_MB * BYTES_PER_MB,
    maxHours: variables.LOG_FILE_HOURS,
    files: variables.LOG_FILES,
  };
}
