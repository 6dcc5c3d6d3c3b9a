import { expect, test } from 'vitest';
import { readArchiveOptions } from './archive-options.ts';

test('the embedded database is not archived by default', () => {
  expect(readArchiveOptions({}, '/data')).toBeNull();
  expect(readArchiveOptions({ WAL_ARCHIVE_DAYS: '0' }, '/data')).toBeNull();
});

test('the archive is in the folder of the daily backups', () => {
  expect(readArchiveOptions({ WAL_ARCHIVE_DAYS: '7' }, '/data')).toMatchObject({
    folder: '/data/backups/archive',
    days: 7,
    secretKey: null,
  });
  expect(
    readArchiveOptions({ WAL_ARCHIVE_DAYS: '7', BACKUP_DIR: '/backups' }, '/data')?.folder,
  ).toBe('/backups/archive');
});

test.each([
  ['a value that is not a number', { WAL_ARCHIVE_DAYS: 'always' }, 'WAL_ARCHIVE_DAYS must be'],
  [
    'a database of its own',
    { WAL_ARCHIVE_DAYS: '7', DATABASE_URL: 'postgresql://host/cairn' },
    'WAL_ARCHIVE_DAYS applies to the embedded database',
  ],
  [
    'a key that does not exist',
    { WAL_ARCHIVE_DAYS: '7', BACKUP_KEY_FILE: '/none/backup.key' },
    "BACKUP_KEY_FILE: /none/backup.key doesn't exist",
  ],
])('Cairn does not start with an archive and %s', (_, environment, message) => {
  expect(() => readArchiveOptions(environment, '/data')).toThrow(message);
});
