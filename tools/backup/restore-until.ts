import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { archivesIn } from '../../apps/server/src/jobs/backup/archive-layout.ts';
import { BackupError, describeFileError } from '../../apps/server/src/jobs/backup/backup-error.ts';
import { writeArchivingState } from '../database/archive/archiving-state.ts';
import { type Recovery, recover } from '../database/archive/recover.ts';
import { planRecovery, type RecoveryPlan } from '../database/archive/recovery-plan.ts';
import { accessibleBinaries, packagedBinaries, readPackageVersion } from '../database/binaries.ts';
import { checkVersion, readOrCreatePassword, replacePassword } from '../database/cluster.ts';
import { type DatabaseFolder, openDatabaseFolder } from '../database/database-folder.ts';
import { unprivilegedUsers } from '../database/os-user.ts';
import { stopOrphans } from '../database/postmaster.ts';
import { replaceData } from '../database/replace-data.ts';
import { createSocketFolder } from '../database/socket-folder.ts';
import { defaultSharedFolder, prepareDataDir } from '../database/start-database.ts';
import { LogFile } from '../product/log-file.ts';
import { type BackupSettings, fileTimestamp, formatSeconds } from './backup-settings.ts';

/** The new data folder while it is incomplete. */
const draftName = (pid: number | string) => `postgres.restoring-${pid}`;

/**
 * Parses the time of `--until`, in ISO 8601.
 * @throws BackupError if the text is not a time, or has no offset from UTC and would depend on the machine
 */
export function parseUntil(text: string): Date {
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(
    text,
  );
  const time = new Date(isComplete ? text : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new BackupError(
      `${text} is not a time such as 2026-05-04T16:20:00Z or 2026-05-04T18:20:00+02:00.`,
    );
  return time;
}

/**
 * Replaces the embedded database by the state that it had at a time, from the archive (WAL_ARCHIVE_DAYS). Cairn must not
 * be running. The current database is kept in another folder.
 *
 * @param confirm asks whether to continue
 * @returns false if it was not confirmed
 * @throws BackupError or DatabaseError with a message for the operator; nothing has changed then
 */
export async function restoreUntil(
  settings: BackupSettings,
  until: Date,
  confirm: () => Promise<boolean>,
): Promise<boolean> {
  if (settings.environment.DATABASE_URL !== undefined)
    throw new BackupError(
      '--until restores the embedded database. For your own (DATABASE_URL), see "Point-in-time recovery" in docs/operations.md.',
    );
  const dataDir = prepareDataDir(settings.dataDir);
  const folder = openDatabaseFolder(dataDir, unprivilegedUsers, defaultSharedFolder);
  try {
    await removeAbandoned(folder);
    if (existsSync(folder.data)) await stopOrphans(folder.data);
    const plan = planRecovery(archivesIn(settings.folder), folder.data, until);
    console.log(describePlan(plan, settings.databaseLabel));
    if (!(await confirm())) return false;
    await recoverAndReplace(plan, folder, { ...settings, dataDir });
    return true;
  } finally {
    folder.release();
  }
}

/** Deletes the folders of killed restores. Their databases may still be running. */
async function removeAbandoned(folder: DatabaseFolder): Promise<void> {
  for (const name of readdirSync(folder.path).filter((entry) => entry.startsWith(draftName('')))) {
    await stopOrphans(join(folder.path, name));
    rmSync(join(folder.path, name), { recursive: true, force: true });
  }
}

function describePlan({ window, until }: RecoveryPlan, databaseLabel: string): string {
  return (
    `${databaseLabel} will be replaced by its state of ${until.toISOString()}, ` +
    `from the base backup of ${window.from.toISOString()} and the log since then. The current one is kept.`
  );
}

async function recoverAndReplace(
  plan: RecoveryPlan,
  folder: DatabaseFolder,
  { dataDir, secretKey }: Pick<BackupSettings, 'dataDir' | 'secretKey'>,
): Promise<void> {
  const startedAt = performance.now();
  const packaged = packagedBinaries();
  const { binaries } = accessibleBinaries(folder.user, packaged, defaultSharedFolder);
  const target = join(folder.path, draftName(process.pid));
  const socketFolder = createSocketFolder(folder.path, folder.user);
  let recovery: Recovery;
  try {
    recovery = await recover(plan, {
      target,
      folder,
      socketFolder,
      postgres: join(binaries, 'bin', 'postgres'),
      secretKey,
      log: new LogFile(join(dataDir, 'postgres.log'), {
        maxBytes: 2_000_000,
        maxHours: 720,
        files: 2,
      }),
      checkVersion: () => checkVersion(target, readPackageVersion(packaged)),
    });
    const { password } = readOrCreatePassword(dataDir);
    await replacePassword({ user: folder.user, data: target }, binaries, password);
    writeArchivingState(target, 'prepared');
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    const problem = describeFileError(error, target);
    if (problem === null) throw error;
    throw new BackupError(`${problem} Nothing was changed.`);
  } finally {
    rmSync(socketFolder, { recursive: true, force: true });
  }
  const previous = `postgres.before-${fileTimestamp()}`;
  replaceData(folder.path, { replacement: basename(target), previous });
  const duration = formatSeconds(performance.now() - startedAt);
  console.log(
    `Restored the state of ${plan.until.toISOString()}: ${describeRecovery(recovery)}, in ${duration}.`,
  );
  if (existsSync(join(folder.path, previous)))
    console.log(
      `The previous database is in ${join(folder.path, previous)}. Delete that folder when you don't need it any more.`,
    );
}

function describeRecovery({ lastTransaction, segments }: Recovery): string {
  const files = segments === 1 ? '1 file' : `${segments} files`;
  const last =
    lastTransaction === null
      ? 'no transaction since the base backup'
      : `the last transaction is from ${new Date(lastTransaction.replace('+00', 'Z')).toISOString()}`;
  return `${last}, ${files} of the log`;
}
