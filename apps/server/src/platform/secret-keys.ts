import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of the app: one signs session tokens, the others encrypt provider tokens at rest. */
export interface SecretKeys {
  session: KeyObject;
  /** Newest first; the first encrypts, all decrypt. */
  tokens: { id: string; key: KeyObject }[];
}

interface Request {
  /** At least 32 bytes, as base64url or any text. */
  sessionKey: string | undefined;
  /** `id:base64url-of-32-bytes`, comma-separated, newest first. */
  tokenKeys: string | undefined;
  dataDir: string;
  /** Outside production, missing keys are made once and kept in `dataDir`, mode 0600. */
  mayGenerate: boolean;
  faults: string[];
}

/** Reads or makes the keys; adds a line to `faults` for each that is missing or too short. */
export function keysFrom(request: Request): SecretKeys | undefined {
  const { mayGenerate, dataDir, faults } = request;
  const session =
    request.sessionKey ??
    (mayGenerate ? keptIn(dataDir, 'session.key', () => random()) : undefined);
  const tokens =
    request.tokenKeys ??
    (mayGenerate ? keptIn(dataDir, 'token.keys', () => `k1:${random()}`) : undefined);
  if (session === undefined) faults.push('SESSION_KEY must be set in production (32 random bytes)');
  if (tokens === undefined)
    faults.push('TOKEN_KEYS must be set in production (id:key of 32 bytes)');
  if (session === undefined || tokens === undefined) return undefined;
  if (Buffer.byteLength(session) < 32) faults.push('SESSION_KEY must be at least 32 bytes long');
  const parsed = parseTokenKeys(tokens);
  if (parsed.some(({ id, bytes }) => !/^[\w-]{1,20}$/.test(id) || bytes.length !== 32))
    faults.push('TOKEN_KEYS must be a list of id:key, each key 32 bytes in base64url');
  if (faults.length > 0) return undefined;
  return {
    session: createSecretKey(Buffer.from(session)),
    tokens: parsed.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) })),
  };
}

/** `id:key` with commas between, as TOKEN_KEYS has them; the bytes of a key that is none are too few. */
export const parseTokenKeys = (text: string): { id: string; bytes: Buffer }[] =>
  text.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.trim().split(':');
    return { id, bytes: Buffer.from(secret, 'base64url') };
  });

const random = () => randomBytes(32).toString('base64url');

function keptIn(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx': of two processes that start at once, one writes and both read the same.
    writeFileSync(path, make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(path, 0o600);
  return readFileSync(path, 'utf8').trim();
}
