import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUp } from '../../../../../tests/support/requests/test-client.ts';
import { createBackupKey, decryptChunks, readBackupKey } from './backup-encryption.ts';
import { createDailyBackup } from './create-daily-backup.ts';
import { verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let server: TestServer;
let folder: string;
let secretKey: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-encrypted-'));
  const keyFile = join(folder, 'backup.key');
  writeFileSync(keyFile, await createBackupKey());
  secretKey = readBackupKey(keyFile);
  server = await startTestServer({
    environment: { BACKUP_DIR: join(folder, 'daily'), BACKUP_KEY_FILE: keyFile },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an encrypted backup of the server's database. */
async function writeEncryptedBackup(name: string): Promise<string> {
  const path = join(folder, name);
  await writeBackup({
    databaseUrl: server.database.url,
    path,
    keyFingerprints: [],
    secretKey,
  });
  return path;
}

test('the daily backup is encrypted with the key of BACKUP_KEY_FILE', async () => {
  const client = await signUp(server);
  const { username } = await client.request('GET /user/me');
  await createDailyBackup(server.services);
  const [name = ''] = readdirSync(join(folder, 'daily'));
  expect(name).toMatch(/^daily-.*\.sql\.gz\.age$/);
  const path = join(folder, 'daily', name);
  const bytes = readFileSync(path);
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  const chunks: Uint8Array[] = [];
  const source = ReadableStream.from<Uint8Array>([bytes]);
  for await (const chunk of decryptChunks(source, secretKey, path)) chunks.push(chunk);
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toContain(username);
});

test('an encrypted backup is restored with its key', async () => {
  const client = await signUp(server);
  const { id } = await client.request('GET /user/me');
  const path = await writeEncryptedBackup('whole.sql.gz.age');
  await queryDatabase(server, 'delete from activity where user_id = $1', [id]);
  await restoreBackup(server.database.url, path, secretKey);
  const rows = await queryDatabase(server, 'select 1 from activity where user_id = $1', [id]);
  expect(rows.length).toBeGreaterThan(0);
});

test('an encrypted backup is rejected with the reason if its key is missing or wrong, or the file is damaged', async () => {
  const path = await writeEncryptedBackup('rejected.sql.gz.age');
  const otherFile = join(folder, 'other.key');
  writeFileSync(otherFile, await createBackupKey());
  await expect(verifyBackup(path, null)).rejects.toThrow(
    `${path} is encrypted. Set BACKUP_KEY_FILE to the file with its key.`,
  );
  await expect(verifyBackup(path, readBackupKey(otherFile))).rejects.toThrow('a different key');
  const bytes = readFileSync(path);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 1_000] = (bytes.at(-1_000) ?? 0) ^ 1;
  writeFileSync(path, changed);
  await expect(verifyBackup(path, secretKey)).rejects.toThrow('damaged');
  writeFileSync(path, bytes);
  truncateSync(path, bytes.length - 1_000);
  await expect(verifyBackup(path, secretKey)).rejects.toThrow('damaged');
});

test('a file without a key is rejected when the settings are read', () => {
  const path = join(folder, 'empty.key');
  writeFileSync(path, '# nothing\n');
  expect(() => readBackupKey(path)).toThrow('contains no key');
  expect(() => readBackupKey(join(folder, 'none.key'))).toThrow("doesn't exist");
});
