import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readArchiver } from '../../apps/server/src/jobs/backup/archive-state.queries.ts';
import { createBackupKey } from '../../apps/server/src/jobs/backup/backup-encryption.ts';
import { root } from '../../tools/command/root.mjs';
import { isAlive, waitUntil } from '../../tools/database/postmaster.ts';
import { eventually } from '../support/eventually.ts';
import { ArchivedDatabase } from './archived-database.ts';

// A copy of a database that has one base backup is faster than a new one.
let prepared: ArchivedDatabase;
let database: ArchivedDatabase;

beforeAll(async () => {
  prepared = new ArchivedDatabase();
  await prepared.startWithBases(1);
  await prepared.query('create table notes (note text)');
  await prepared.stop();
}, 180_000);

afterAll(() => prepared.remove());

beforeEach(() => {
  database = new ArchivedDatabase();
  database.copyFrom(prepared);
});

afterEach(() => database.remove());

const insert = (note: string) => database.query(`insert into notes values ('${note}')`);
const notes = async () =>
  (await database.query<{ note: string }>('select note from notes order by note')).map(
    ({ note }) => note,
  );

/** Inserts a note, and later replaces all notes by another one. Returns a time in between. */
async function replaceNotes(kept: string, later: string): Promise<Date> {
  await insert(kept);
  const time = await database.currentTime();
  await database.query('delete from notes');
  await insert(later);
  return time;
}

describe('restoring a time', () => {
  test('brings back what was deleted later, and keeps the database that it replaces', async () => {
    await database.start();
    const time = await replaceNotes('kept', 'later');
    await database.stop();

    const { code, output } = await database.restore(time);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(`Restored the state of ${time.toISOString()}`);
    const [previous] = database.previousData();
    expect(output).toContain(`The previous database is in ${previous}`);

    await database.start();
    expect(await notes()).toEqual(['kept']);
    await database.stop();
    rmSync(database.data, { recursive: true });
    renameSync(previous ?? '', database.data);
    await database.start();
    expect(await notes()).toEqual(['later']);
  }, 180_000);

  test('works again after a restore, for times before and after that restore', async () => {
    await database.start();
    const first = await replaceNotes('first', 'lost');
    await database.stop();
    expect(await database.restore(first)).toMatchObject({ code: 0 });
    await database.startWithBases(2);
    const second = await replaceNotes('second', 'lost');
    await database.stop();
    expect(await database.restore(second)).toMatchObject({ code: 0 });
    await database.start({ archived: false });
    expect(await notes()).toEqual(['first', 'second']);
    await database.stop();
    expect(await database.restore(first)).toMatchObject({ code: 0 });
    await database.startWithBases(3);
    expect(await notes()).toEqual(['first']);
    expect(database.previousData()).toHaveLength(3);
  }, 240_000);

  test('works for a time after which nothing was changed', async () => {
    await database.start();
    await insert('last');
    const time = await database.currentTime();
    await database.stop();
    expect(await database.restore(time)).toMatchObject({ code: 0 });
    await database.start();
    expect(await notes()).toEqual(['last']);
  }, 180_000);

  test('is refused for a time outside of the archive, and prints the times that can be restored', async () => {
    const before = statSync(database.data).ino;
    const [base] = database.archive.readBaseBackups();
    const from = base?.finishedAt ?? new Date(0);
    for (const time of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      const { code, output } = await database.restore(time);
      expect(code).toBe(1);
      expect(output).toMatch(
        new RegExp(
          `The archive can't restore ${new Date(time).toISOString()}. It can restore any time from ${from.toISOString()} to \\S+Z. Nothing was changed.`,
        ),
      );
    }
    expect(statSync(database.data).ino).toBe(before);
    expect(database.previousData()).toEqual([]);
  }, 120_000);

  test.each(['yesterday', '2026-05-04', '2026-05-04T16:20:00', '2026-13-04T16:20:00Z'])(
    'is rejected for %s, which is not an unambiguous time',
    async (text) => {
      const { code, output } = await database.restore(text);
      expect(code).toBe(1);
      expect(output).toContain(`${text} is not a time such as`);
    },
    60_000,
  );

  test('is refused while Cairn runs', async () => {
    await database.start();
    const { code, output } = await database.restore(await database.currentTime());
    expect(code).toBe(1);
    expect(output).toContain('Another Cairn is running');
    await insert('still there');
    expect(await notes()).toEqual(['still there']);
  }, 120_000);

  test('changes nothing if it is killed, and its temporary folder is deleted by the next restore', async () => {
    await database.start();
    const time = await replaceNotes('kept', 'later');
    await database.stop();
    const drafts = () => readdirSync(database.dataDir).filter((name) => /restoring/.test(name));
    const child = spawn(
      process.execPath,
      ['tools/restore.ts', '--until', time.toISOString(), '--yes'],
      { cwd: root, env: { ...process.env, ...database.environment }, stdio: 'ignore' },
    );
    const exited = once(child, 'exit');
    await eventually(() => drafts().length > 0, 'the restore has begun');
    child.kill('SIGKILL');
    await exited;
    await database.start();
    expect(await notes()).toEqual(['later']);
    await database.stop();
    expect(await database.restore(time)).toMatchObject({ code: 0 });
    expect(drafts()).toEqual([]);
    await database.start();
    expect(await notes()).toEqual(['kept']);
  }, 240_000);

  test('is completed by the next start if it is killed while it replaces the data folder', async () => {
    await database.start();
    await insert('restored');
    await database.stop();
    renameSync(database.data, join(database.dataDir, 'postgres.restoring-1'));
    const names = { replacement: 'postgres.restoring-1', previous: 'postgres.before-x' };
    writeFileSync(join(database.dataDir, 'postgres.replacement'), JSON.stringify(names));
    await database.start();
    expect(await notes()).toEqual(['restored']);
  }, 120_000);

  test('is not possible across a time without archiving, and possible again after the next base backup', async () => {
    await database.start({ archived: false });
    const missing = await replaceNotes('missing', 'unarchived');
    await database.stop();
    await database.startWithBases(2);
    const time = await replaceNotes('archived', 'later');
    await database.stop();
    const { code, output } = await database.restore(missing);
    expect(code).toBe(1);
    expect(output).toContain("The archive can't restore");
    expect(await database.restore(time)).toMatchObject({ code: 0 });
    await database.start();
    expect(await notes()).toEqual(['archived', 'unarchived']);
  }, 240_000);
});

describe('the archive', () => {
  test('loses nothing that was archived if the database is killed in the meantime', async () => {
    let archived = 0;
    let written = 0;
    /** Each note is larger than a file of the log, so that archiving never pauses. */
    const write = async () => {
      await database.query(
        `insert into notes select ${written + 1} || ' ' || md5(i::text) from generate_series(1, 250000) i`,
      );
      written += 1;
    };
    for (let round = 0; round < 3; round += 1) {
      await database.start();
      await write();
      await database.untilArchived();
      archived = written;
      const { pid } = database.running;
      const writing = write().catch(() => {});
      const unfinished = () =>
        readdirSync(database.archive.logFolder).some((name) => name.endsWith('.unfinished'));
      await eventually(unfinished, 'a file is being archived');
      process.kill(pid, 'SIGKILL');
      await writing;
      expect(await waitUntil(() => !isAlive(pid), 10_000)).toBe(true);
      await database.stop();
    }
    // The disk of the database is lost, and the archive was on another one.
    rmSync(database.data, { recursive: true });
    const refused = await database.restore('2999-01-01T00:00:00Z');
    const [, end = ''] = / to (\S+Z)\. Nothing was changed/.exec(refused.output) ?? [];
    expect(await database.restore(end)).toMatchObject({ code: 0 });
    await database.start();
    const [row] = await database.query<{ count: number }>(
      `select count(distinct split_part(note, ' ', 1))::int as count from notes`,
    );
    expect(row?.count).toBeGreaterThanOrEqual(archived);
    const [partial] = await database.query<{ count: number }>(
      `select count(*)::int as count
       from (
         select 1 from notes group by split_part(note, ' ', 1) having count(*) <> 250000
       ) incomplete`,
    );
    expect(partial?.count).toBe(0);
  }, 300_000);

  test('stops if the supervisor is killed, and continues at the next start', async () => {
    await database.start();
    await insert('before');
    const { pid, supervisorPid } = database.running;
    process.kill(supervisorPid, 'SIGKILL');
    expect(await waitUntil(() => !isAlive(pid), 60_000)).toBe(true);
    await database.stop();
    await database.start();
    await insert('after');
    const time = await database.currentTime();
    await database.query('delete from notes');
    await database.stop();
    expect(await database.restore(time)).toMatchObject({ code: 0 });
    await database.start();
    expect(await notes()).toEqual(['after', 'before']);
  }, 180_000);

  test('does not stop the database if its folder is missing at a start, and continues once the folder is back', async () => {
    const archives = join(database.backupDir, 'archive');
    renameSync(archives, `${archives}.away`);
    writeFileSync(archives, '');
    await database.start();
    const isReported = (text: string) => database.reports.some((report) => report.includes(text));
    await eventually(async () => {
      await insert('meanwhile');
      return isReported("can't be archived");
    }, 'the missing folder is reported');
    await eventually(
      () => isReported('The base backup failed'),
      'the failed base backup is reported',
    );
    rmSync(archives);
    renameSync(`${archives}.away`, archives);
    await database.untilArchived();
    const time = await database.currentTime();
    await database.query('delete from notes');
    await database.stop();
    expect(await database.restore(time)).toMatchObject({ code: 0 });
    await database.start();
    expect(new Set(await notes())).toEqual(new Set(['meanwhile']));
  }, 240_000);

  test('is unreadable without its key, and only its owner may read its files', async () => {
    const keyFile = join(database.folder, 'backup.key');
    const keyText = await createBackupKey();
    writeFileSync(keyFile, keyText, { mode: 0o600 });
    const secretKey = /^AGE-SECRET-KEY-.*$/m.exec(keyText)?.[0] ?? '';
    const encrypted = new ArchivedDatabase({ secretKey });
    try {
      encrypted.copyFrom(prepared);
      rmSync(join(encrypted.backupDir, 'archive'), { recursive: true });
      await encrypted.startWithBases(1);
      await encrypted.query(`insert into notes values ('secret')`);
      const time = await encrypted.currentTime();
      await encrypted.query('delete from notes');
      await encrypted.stop();
      const { baseBackupsFolder, logFolder } = encrypted.archive;
      for (const folder of [baseBackupsFolder, logFolder]) {
        expect(statSync(folder).mode & 0o777).toBe(0o700);
        for (const name of readdirSync(folder)) {
          expect(name).toMatch(/\.zst\.age$/);
          expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
        }
      }
      const refused = await encrypted.restore(time);
      expect(refused.code).toBe(1);
      expect(refused.output).toContain('Set BACKUP_KEY_FILE');
      expect(encrypted.previousData()).toEqual([]);
      const restored = await encrypted.restore(time, { BACKUP_KEY_FILE: keyFile });
      expect(restored).toMatchObject({ code: 0 });
      await encrypted.start();
      expect(await encrypted.query('select note from notes')).toEqual([{ note: 'secret' }]);
    } finally {
      await encrypted.remove();
    }
  }, 240_000);

  test('does not replace a file that it already has with a different one', async () => {
    await database.start();
    await insert('first');
    const path = await database.untilArchived();
    const segment = basename(path, '.zst');
    await database.stop();
    // PostgreSQL requests it again, as after a crash.
    const log = join(database.data, 'pg_wal');
    const before = statSync(path).ino;
    writeFileSync(join(log, segment), zstdDecompressSync(readFileSync(path)));
    const ready = join(log, 'archive_status', `${segment}.ready`);
    writeFileSync(ready, '');
    rmSync(ready.replace('.ready', '.done'), { force: true });
    await database.start();
    await eventually(() => !existsSync(ready), 'the segment is archived again');
    expect(statSync(path).ino).toBe(before);

    // As from another database.
    const other = zstdCompressSync(Buffer.from('something else'));
    const current = join(database.archive.logFolder, `${await database.currentSegment()}.zst`);
    writeFileSync(current, other);
    const mentions = (text: string) => database.reports.some((report) => report.includes(text));
    await eventually(async () => {
      await insert('second');
      return mentions('exists already with another content');
    }, 'the conflict is reported');
    expect(readFileSync(current)).toEqual(other);
    rmSync(current);
    await eventually(
      () => mentions("The database's log is archived again."),
      'the log is archived',
    );
  }, 180_000);
});

const archiveDiskReason =
  process.platform === 'linux' && process.getuid?.() === 0 ? null : 'needs root on Linux';

describe.skipIf(archiveDiskReason !== null)(
  `a full disk of the archive${archiveDiskReason === null ? '' : ` (skipped: ${archiveDiskReason})`}`,
  () => {
    let disk: string;

    beforeEach(() => {
      disk = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-archive-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]);
    });

    afterEach(async () => {
      await database.stop();
      execFileSync('umount', ['-l', disk]);
      rmSync(disk, { recursive: true });
    });

    test('is reported, stops no change, and leaves no gap once there is space again', async () => {
      const onDisk = new ArchivedDatabase({ backupDir: disk });
      const full = database;
      database = onDisk;
      onDisk.copyFrom(full);
      full.copyArchive(disk);
      await full.remove();
      await database.start();
      await insert('before');
      await database.untilArchived();
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 40_000_000));
      const archived = () => readdirSync(database.archive.logFolder).length;
      const isReported = (text: string) => database.reports.some((report) => report.includes(text));
      await eventually(async () => {
        await insert('meanwhile');
        return isReported(`can't be archived: The disk of ${database.archive.logFolder} is full`);
      }, 'the full disk is reported');
      const before = archived();
      await insert('while full');
      const isFailing = async () =>
        (await readArchiver({ executeSql: async (text) => ({ rows: await database.query(text) }) }))
          ?.is_failing;
      await eventually(async () => (await isFailing()) === true, 'the metrics show it');
      expect(archived()).toBe(before);
      rmSync(join(disk, 'filler'));
      await database.untilArchived();
      expect(isReported("The database's log is archived again.")).toBe(true);
      expect(await isFailing()).toBe(false);
      const time = await database.currentTime();
      await database.query('delete from notes');
      await database.stop();
      expect(await database.restore(time)).toMatchObject({ code: 0 });
      await database.start();
      expect(new Set(await notes())).toEqual(new Set(['before', 'meanwhile', 'while full']));
    }, 240_000);
  },
);
