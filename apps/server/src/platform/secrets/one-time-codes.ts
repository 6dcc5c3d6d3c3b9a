import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { asUserId, type UserId } from '../identifiers.ts';
import {
  insertCode,
  insertUsedCode,
  markCodesUsed,
  markCodeUsed,
  pruneExpiredCodes,
} from './one-time-codes.queries.ts';
import type { Sealer } from './sealed-secrets.ts';

/** The purposes of codes, with lifetimes in seconds. A code is valid for its own purpose only. */
const lifetimes = {
  reset_password: 60 * 60,
  verify_email: 24 * 60 * 60,
  change_email: 24 * 60 * 60,
  google_nonce: 10 * 60,
  apple_state: 10 * 60,
  /** The code in the URL of /apple/cb, which the browser exchanges for its token. */
  apple_return: 5 * 60,
  /** The state of a sign-in with one of the operator's own providers, bound to the browser. */
  oidc_state: 10 * 60,
  /** The challenge of a sign-in that still needs a second factor. */
  second_factor: 10 * 60,
  /**
   * The link that cancels a factor reset: valid for the 72 hours before the reset and the week in which it is
   * possible.
   */
  cancel_factor_reset: 10 * 24 * 60 * 60,
  /** The OAuth state of linking the exchange, bound to the session and browser that started it. */
  exchange_state: 10 * 60,
  /** The challenge of a sign-in with a passkey, bound to the browser. */
  passkey_sign_in: 10 * 60,
  /** The challenge of a new passkey, bound to the session. */
  passkey_registration: 10 * 60,
} as const;

export type CodePurpose = keyof typeof lifetimes;

export interface NewCode {
  purpose: CodePurpose;
  /** The code's user, if known. */
  userId?: UserId;
  /** The secret in the browser's cookie: only that browser can redeem the code. */
  browser?: string;
  /** Data that belongs to the code. It is stored sealed. */
  detail?: unknown;
}

export interface RedeemedCode {
  userId: UserId | null;
  /** The detail that the code was issued with. Its type depends on the purpose. */
  detail: unknown;
}

/** Returns the SHA-256 hash of a text. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The lifetime of a purpose's codes, in seconds. */
export const codeLifetime = (purpose: CodePurpose): number => lifetimes[purpose];

/** Generates a 256-bit secret, base64url. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Issues a 256-bit code. Only its hash is stored, so a database leak reveals no usable code. */
export async function issueCode(
  queries: Queries,
  sealer: Sealer,
  options: NewCode,
): Promise<string> {
  const code = randomSecret();
  const codeHash = sha256(code);
  await pruneExpiredCodes(queries);
  await insertCode(queries, {
    codeHash,
    purpose: options.purpose,
    userId: options.userId ?? null,
    browserHash: options.browser === undefined ? null : sha256(options.browser),
    sealedDetail:
      options.detail === undefined
        ? null
        : sealer.seal(
            JSON.stringify(options.detail),
            oneTimeCodeContext(options.purpose, codeHash),
          ),
    seconds: lifetimes[options.purpose],
  });
  return code;
}

/**
 * Redeems a code. Returns undefined if it is unknown, used, expired, for another purpose, or another browser's. A code
 * can be redeemed only once, even by concurrent calls.
 */
export async function redeemCode(
  queries: Queries,
  sealer: Sealer,
  options: { purpose: CodePurpose; code: string; browser?: string | undefined },
): Promise<RedeemedCode | undefined> {
  const codeHash = sha256(options.code);
  const row = await markCodeUsed(queries, {
    codeHash,
    purpose: options.purpose,
    browserHash: options.browser === undefined ? null : sha256(options.browser),
  });
  if (row === undefined) return undefined;
  return {
    userId: row.user_id === null ? null : asUserId(row.user_id),
    detail:
      row.sealed_detail === null
        ? undefined
        : JSON.parse(sealer.open(row.sealed_detail, oneTimeCodeContext(options.purpose, codeHash))),
  };
}

/**
 * Uses a code that proves its own origin and expiry, and is stored only when it is used. Returns false if it was used
 * before, even by a concurrent call.
 */
export async function useStatelessCode(
  queries: Queries,
  { purpose, code, expires }: { purpose: CodePurpose; code: string; expires: Date },
): Promise<boolean> {
  await pruneExpiredCodes(queries);
  return insertUsedCode(queries, { codeHash: sha256(code), purpose, expires });
}

/** Invalidates the user's unused codes of these purposes, for example after a newer mail. */
export const invalidateCodes = (
  queries: Queries,
  userId: UserId,
  ...purposes: CodePurpose[]
): Promise<number> => markCodesUsed(queries, userId, purposes);

/** The sealing context that binds the detail of a code to it. */
export const oneTimeCodeContext = (purpose: CodePurpose, codeHash: Buffer): string =>
  `one-time-code ${purpose} ${codeHash.toString('base64url')}`;
