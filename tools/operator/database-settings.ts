import { resolve } from 'node:path';
import { readEnvironment } from '../command/environment.mjs';
import { root } from '../command/root.mjs';
import { readArchiveOptions } from '../database/archive/archive-options.ts';
import {
  hasEmbeddedDatabase,
  type OpenDatabase,
  openEmbeddedDatabase,
} from '../database/open-database.ts';

/** Cairn's database for a command of an operator, from the same environment as `npm start`. */
export interface DatabaseSettings {
  readonly environment: Record<string, string>;
  readonly dataDir: string;
  /** A description of the database for messages, without its password. */
  readonly databaseLabel: string;
  /** False until the first start has created the embedded database. */
  readonly databaseExists: boolean;
  open(onProgress: (text: string) => void): Promise<OpenDatabase>;
}

export function readDatabaseSettings(): DatabaseSettings {
  const environment = readEnvironment();
  const dataDir = resolve(root, environment.DATA_DIR ?? '.data');
  // A restore, for example, changes triggers, which only the owner may do, and needs a session of its own.
  const databaseUrl =
    environment.DATABASE_URL &&
    (environment.DATABASE_OWNER_URL ?? environment.DATABASE_LISTEN_URL ?? environment.DATABASE_URL);
  return {
    environment,
    dataDir,
    databaseLabel:
      databaseUrl === undefined
        ? `The embedded database in ${dataDir}`
        : 'The database at DATABASE_URL',
    databaseExists: databaseUrl !== undefined || hasEmbeddedDatabase(dataDir),
    open: async (onProgress) =>
      databaseUrl === undefined
        ? openEmbeddedDatabase(dataDir, onProgress, readArchiveOptions(environment, dataDir))
        : { url: databaseUrl, close: async () => {} },
  };
}
