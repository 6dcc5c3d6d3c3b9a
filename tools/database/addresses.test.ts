import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseUrl } from './database-url.ts';
import { lockFolder } from './folder-lock.ts';
import { fitsSocket } from './socket-folder.ts';

test.each(['/srv/cairn/.data/socket', '/tmp/a b/über & co?x=1#2+3%41'])(
  'pg reads the address of a database whose socket is in %s',
  (folder) => {
    const client = new pg.Client({ connectionString: databaseUrl(folder, 'p/w?&=+ %') });
    expect(client).toMatchObject({
      host: folder,
      database: 'cairn',
      user: 'cairn',
      password: 'p/w?&=+ %',
    });
  },
);

test('a socket goes beside the data only where its path is short and plain', () => {
  expect(fitsSocket('/srv/cairn/.data/socket')).toBe(true);
  expect(fitsSocket('/srv/my money/.data/socket')).toBe(false);
  expect(fitsSocket(`/srv/${'a'.repeat(100)}/socket`)).toBe(false);
});

describe('the lock of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is refused while another holds it and taken once that one gave it back', () => {
    const file = join(folder, 'database.lock');
    const first = lockFolder(file);
    expect(first).not.toBeNull();
    expect(lockFolder(file)).toBeNull();
    first?.();
    const second = lockFolder(file);
    expect(second).not.toBeNull();
    second?.();
  });
});
