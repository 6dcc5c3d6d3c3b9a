import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { formatMessage } from '@cairn/contract/text/copy';
import { backupCopy } from './backup.copy.ts';
import { BackupError, describeFileError } from './backup-error.ts';

// Loaded when it is needed, because most servers encrypt no backups.
const loadAge = () => import('age-encryption');

/** The first line of a file in the age format (https://age-encryption.org/v1). */
const ageHeader = 'age-encryption.org/v1\n';

/**
 * Reads a secret key from a file that `npm run backup -- --create-key` or `age-keygen` wrote: comment lines and one
 * line `AGE-SECRET-KEY-1…`.
 *
 * @throws BackupError if the file can't be read or contains no such key
 */
export function readBackupKey(path: string): string {
  try {
    const key = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '' && !line.startsWith('#'));
    if (key?.startsWith('AGE-SECRET-KEY-1')) return key;
  } catch (error) {
    const problem = describeFileError(error, path);
    if (problem === null) throw error;
    throw new BackupError(problem);
  }
  throw new BackupError(formatMessage(backupCopy.encryption.invalidKey, { path }));
}

/** Encrypts a stream for the holder of a secret key, in the age format (X25519 and ChaCha20-Poly1305). */
export async function* encryptChunks(
  chunks: AsyncIterable<Uint8Array>,
  secretKey: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(secretKey));
  yield* await encrypter.encrypt(ReadableStream.from(chunks));
}

/**
 * Decrypts a stream in the age format.
 *
 * @throws BackupError if the key is missing or wrong, or if the content was changed or cut off
 */
export async function* decryptChunks(
  chunks: AsyncIterable<Uint8Array>,
  secretKey: string | null,
  path: string,
): AsyncGenerator<Uint8Array> {
  if (secretKey === null)
    throw new BackupError(formatMessage(backupCopy.encryption.keyMissing, { path }));
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(secretKey);
  const decrypted = await decrypter.decrypt(ReadableStream.from(chunks)).catch(() => {
    throw new BackupError(formatMessage(backupCopy.encryption.wrongKey, { path }));
  });
  try {
    yield* decrypted;
  } catch {
    throw new BackupError(formatMessage(backupCopy.restore.damaged, { path }));
  }
}

/** True if the file is in the age format. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageHeader.length), 0);
    return buffer.toString('latin1', 0, bytesRead) === ageHeader;
  } finally {
    await file.close();
  }
}

/** The extension of a backup's file name. */
export const backupExtension = (secretKey: string | null): string =>
  secretKey === null ? '.sql.gz' : '.sql.gz.age';

/** Creates a secret key. Returns the text of a key file, which `age` can also read. */
export async function createBackupKey(): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const secretKey = await generateX25519Identity();
  const publicKey = await identityToRecipient(secretKey);
  return formatMessage(backupCopy.encryption.keyFile, { publicKey, secretKey });
}
