import { createSecretKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBackupKey } from '../../apps/server/src/jobs/backup/backup-encryption.ts';
import { keyFingerprints } from '../../apps/server/src/jobs/backup/key-fingerprints.ts';
import { parseTokenKeys } from '../../apps/server/src/platform/secrets/secret-keys.ts';
import { root } from '../command/root.mjs';
import { type DatabaseSettings, readDatabaseSettings } from '../operator/database-settings.ts';

/** Settings of `npm run backup` and `npm run restore`, from the same environment as `npm start`. */
export interface BackupSettings extends DatabaseSettings {
  /** The default folder of backups. */
  readonly folder: string;
  /** Fingerprints of the keys that encrypt provider tokens. Empty if there are no keys yet. */
  readonly keyFingerprints: string[];
  /** The key that backups are encrypted with, from BACKUP_KEY_FILE; null if they are not encrypted. */
  readonly secretKey: string | null;
}

export function readBackupSettings(): BackupSettings {
  const settings = readDatabaseSettings();
  const { environment, dataDir } = settings;
  return {
    ...settings,
    folder: resolve(root, environment.BACKUP_DIR ?? join(dataDir, 'backups')),
    keyFingerprints: readKeyFingerprints(environment.TOKEN_KEYS, dataDir),
    secretKey:
      environment.BACKUP_KEY_FILE === undefined
        ? null
        : readBackupKey(resolve(root, environment.BACKUP_KEY_FILE)),
  };
}

function readKeyFingerprints(fromEnvironment: string | undefined, dataDir: string): string[] {
  const file = join(dataDir, 'token.keys');
  const text = fromEnvironment ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  if (text === '') return [];
  return keyFingerprints(
    parseTokenKeys(text).map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) })),
  );
}

/** Formats a duration, for example as `3.1 s`. */
export const formatSeconds = (milliseconds: number): string =>
  `${(milliseconds / 1_000).toFixed(1)} s`;
/** Formats a size, for example as `12.4 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The current time in a form that is valid in file names: `2026-05-04T03-00-00`. */
export const fileTimestamp = (): string =>
  new Date().toISOString().slice(0, 19).replaceAll(':', '-');
