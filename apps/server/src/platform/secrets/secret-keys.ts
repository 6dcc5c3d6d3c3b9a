import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A key that signs session tokens. */
export interface SessionKey {
  /** The key's name in the tokens that it signs. Null for a key without a name, whose tokens name none. */
  id: string | null;
  key: KeyObject;
}

/** The app's keys: some sign session tokens, the others encrypt stored values, such as provider tokens. */
export interface SecretKeys {
  /** Newest first. The first signs, all verify. */
  session: SessionKey[];
  /** Newest first. The first encrypts, all decrypt. */
  tokens: { id: string; key: KeyObject }[];
}

interface KeySources {
  /** Comma-separated `id:key` or just `key`, newest first. A key is text of at least 32 bytes. */
  sessionKey: string | undefined;
  /** Comma-separated `id:key`, newest first. A key is 32 bytes in base64url. */
  tokenKeys: string | undefined;
  dataDir: string;
  /** If true (outside production), missing keys are generated once in `dataDir`, mode 0600. */
  mayGenerate: boolean;
  errors: string[];
}

/** Loads or generates the keys. Each missing or invalid key adds a line to `errors`. */
export function loadSecretKeys(sources: KeySources): SecretKeys | undefined {
  const { mayGenerate, dataDir, errors } = sources;
  const session =
    sources.sessionKey ??
    (mayGenerate ? loadOrCreate(dataDir, 'session.key', generateKey) : undefined);
  const tokens =
    sources.tokenKeys ??
    (mayGenerate ? loadOrCreate(dataDir, 'token.keys', () => `k1:${generateKey()}`) : undefined);
  if (session === undefined) errors.push('SESSION_KEY must be set in production (32 random bytes)');
  if (tokens === undefined)
    errors.push('TOKEN_KEYS must be set in production (id:key of 32 bytes)');
  if (session === undefined || tokens === undefined) return undefined;
  const sessionKeys = parseSessionKeys(session);
  if (sessionKeys.some(({ bytes }) => bytes.length < 32))
    errors.push('SESSION_KEY must be at least 32 bytes long, as must each key of a list of id:key');
  else if (sessionKeys.some(({ bytes }) => isGuessable(bytes)))
    errors.push('SESSION_KEY must be random');
  else if (new Set(sessionKeys.map(({ id }) => id)).size < sessionKeys.length)
    errors.push('SESSION_KEY must be a list of id:key with a different id for each key');
  const parsedTokenKeys = parseTokenKeys(tokens);
  if (parsedTokenKeys.some(({ id, bytes }) => !/^[\w-]{1,20}$/.test(id) || bytes.length !== 32))
    errors.push('TOKEN_KEYS must be a list of id:key, each key 32 bytes in base64url');
  else if (parsedTokenKeys.some(({ bytes }) => isGuessable(bytes)))
    errors.push('TOKEN_KEYS must have random keys');
  if (errors.length > 0) return undefined;
  return {
    session: sessionKeys.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) })),
    tokens: parsedTokenKeys.map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) })),
  };
}

/**
 * Parses SESSION_KEY: comma-separated `id:key`, or `key` for one without a name. The text of a key is the key itself,
 * so a key stays the same if it is given a name or moved behind a newer key.
 */
const parseSessionKeys = (text: string): { id: string | null; bytes: Buffer }[] =>
  text.split(',').map((entry) => {
    const [, id = null, secret = ''] = /^(?:([\w-]{1,20}):)?(.*)$/s.exec(entry.trim()) ?? [];
    return { id, bytes: Buffer.from(secret) };
  });

/** Parses TOKEN_KEYS: comma-separated `id:key`. An invalid key has too few bytes. */
export const parseTokenKeys = (text: string): { id: string; bytes: Buffer }[] =>
  text.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.trim().split(':');
    return { id, bytes: Buffer.from(secret, 'base64url') };
  });

/** Random keys of 32 bytes have more than 140 bits by the estimate of `isGuessable`. */
const minBits = 100;

/** True for a key that is certainly not random: few of its bytes differ (Shannon's entropy of its bytes). */
function isGuessable(key: Buffer): boolean {
  const counts = Map.groupBy(key, (byte) => byte).values();
  const bits = counts.reduce((sum, { length }) => sum + length * Math.log2(key.length / length), 0);
  return bits < minBits;
}

const generateKey = () => randomBytes(32).toString('base64url');

function loadOrCreate(dataDir: string, name: string, generate: () => string): string {
  const path = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) createFileAtomically(path, generate());
  chmodSync(path, 0o600);
  return readFileSync(path, 'utf8').trim();
}

/**
 * Creates a file unless it exists. If several processes start at once, one of them creates the file, and the others never
 * read a part of it.
 */
function createFileAtomically(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}
