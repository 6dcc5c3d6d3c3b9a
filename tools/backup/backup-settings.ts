import { createSecretKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keyMarks } from '../../apps/server/src/jobs/backup/key-marks.ts';
import { parseTokenKeys } from '../../apps/server/src/platform/secret-keys.ts';
import { readEnvironment } from '../command/environment.mjs';
import { root } from '../command/root.mjs';
import {
  hasEmbeddedDatabase,
  type OpenDatabase,
  openEmbeddedDatabase,
} from '../database/open-database.ts';

/** What `npm run backup` and `npm run restore` work on: the same as `npm start` in this environment. */
export interface BackupSettings {
  /** Where backups go unless said. */
  readonly folder: string;
  /** Which keys seal what providers entrusted to us; empty where none were made yet. */
  readonly keyMarks: string[];
  /** In words, without its password. */
  readonly database: string;
  /** Whether there is a database: the embedded one is made at the first start. */
  readonly isThere: boolean;
  open(say: (text: string) => void): Promise<OpenDatabase>;
}

export function readBackupSettings(): BackupSettings {
  const environment = readEnvironment();
  const dataDir = resolve(root, environment.DATA_DIR ?? '.data');
  const own = environment.DATABASE_URL;
  return {
    folder: resolve(root, environment.BACKUP_DIR ?? join(dataDir, 'backups')),
    keyMarks: readKeyMarks(environment.TOKEN_KEYS, dataDir),
    database:
      own === undefined ? `the embedded database in ${dataDir}` : 'the database of DATABASE_URL',
    isThere: own !== undefined || hasEmbeddedDatabase(dataDir),
    open: async (say) =>
      own === undefined ? openEmbeddedDatabase(dataDir, say) : { url: own, close: async () => {} },
  };
}

function readKeyMarks(fromEnvironment: string | undefined, dataDir: string): string[] {
  const file = join(dataDir, 'token.keys');
  const text = fromEnvironment ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  if (text === '') return [];
  return keyMarks(
    parseTokenKeys(text).map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) })),
  );
}

/** Seconds and sizes as people read them: `3.1 s`, `12.4 MB`. */
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
export const inMegabytes = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A moment in a file's name. */
export const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');
