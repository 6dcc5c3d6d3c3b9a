import { CommandError } from '../command/command-error.mjs';
import type { OpenDatabase } from '../database/open-database.ts';
import type { DatabaseSettings } from './database-settings.ts';

/** Opens the database. @throws CommandError if Cairn has not created it yet. */
export async function openExistingDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (!settings.databaseExists)
    throw new CommandError(`${settings.databaseLabel} does not exist yet.`);
  return settings.open(console.log);
}
