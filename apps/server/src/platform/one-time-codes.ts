import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from './database.ts';
import { asUserId, type UserId } from './identifiers.ts';
import { deleteEndedCodes, insertCode, useCode, withdrawCodes } from './one-time-codes.queries.ts';
import type { Sealer } from './sealed-secrets.ts';

/** What a code is good for, and for how many seconds. A code for one thing is none for another. */
const lifetimes = {
  reset_password: 60 * 60,
  verify_email: 24 * 60 * 60,
  change_email: 24 * 60 * 60,
  google_nonce: 10 * 60,
  apple_state: 10 * 60,
  /** The code of /apple/cb: what Apple said, until the browser fetches its token. */
  apple_return: 5 * 60,
  /** The state of a trip to the crypto exchange; its browser is the session that began, in its browser. */
  exchange_state: 10 * 60,
} as const;

export type CodePurpose = keyof typeof lifetimes;

export interface NewCode {
  purpose: CodePurpose;
  /** Whose it is, where that is known. */
  userId?: UserId;
  /** The secret in the cookie of the browser that began: only that browser can use the code. */
  browser?: string;
  /** What the code stands for; kept sealed. */
  detail?: unknown;
}

export interface UsedCode {
  userId: UserId | null;
  /** As it was given. The caller knows its form: it wrote it under the same purpose. */
  detail: unknown;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** How long a code of a purpose counts, in seconds. */
export const codeLifetime = (purpose: CodePurpose): number => lifetimes[purpose];

/** A value that cannot be guessed: 256 bits, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Makes a code of 256 bits. Only its hash is stored: whoever reads the database can use none. */
export async function issueCode(queries: Queries, sealer: Sealer, wish: NewCode): Promise<string> {
  const code = randomSecret();
  const codeHash = sha256(code);
  await deleteEndedCodes(queries);
  await insertCode(queries, {
    codeHash,
    purpose: wish.purpose,
    userId: wish.userId ?? null,
    browserHash: wish.browser === undefined ? null : sha256(wish.browser),
    sealedDetail:
      wish.detail === undefined
        ? null
        : sealer.seal(JSON.stringify(wish.detail), contextOf(wish.purpose, codeHash)),
    seconds: lifetimes[wish.purpose],
  });
  return code;
}

/**
 * Uses a code up: answers what it stands for, or undefined for one that is unknown, used, past its
 * end, for something else, or another browser's. Of two at once, one gets it.
 */
export async function redeemCode(
  queries: Queries,
  sealer: Sealer,
  wish: { purpose: CodePurpose; code: string; browser?: string | undefined },
): Promise<UsedCode | undefined> {
  const codeHash = sha256(wish.code);
  const row = await useCode(queries, {
    codeHash,
    purpose: wish.purpose,
    browserHash: wish.browser === undefined ? null : sha256(wish.browser),
  });
  if (row === undefined) return undefined;
  return {
    userId: row.user_id === null ? null : asUserId(row.user_id),
    detail:
      row.sealed_detail === null
        ? undefined
        : JSON.parse(sealer.open(row.sealed_detail, contextOf(wish.purpose, codeHash))),
  };
}

/** Makes the user's open codes of these purposes worthless: a newer mail, a changed password. */
export const withdraw = (
  queries: Queries,
  userId: UserId,
  ...purposes: CodePurpose[]
): Promise<number> => withdrawCodes(queries, userId, purposes);

const contextOf = (purpose: CodePurpose, codeHash: Buffer) =>
  `one-time-code ${purpose} ${codeHash.toString('base64url')}`;
