import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { Sealer } from '../../../platform/secrets/sealed-secrets.ts';
import { findTotp, redeemTotpStep } from './totp.queries.ts';

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** How many time steps before and after the current one are accepted, in case a clock is wrong (RFC 6238, 5.2). */
const acceptedDrift = 1;
/** In bytes: the length of a SHA-1 hash (RFC 4226, 4). */
const secretSize = 20;

/** Binds a sealed secret to its user. */
export const totpContext = (userId: UserId): string => `totp ${userId}`;

/** Generates a secret in base32. */
export const generateTotpSecret = (): string => new Secret({ size: secretSize }).base32;

/** Seals a secret for storage with its user. */
export const sealTotpSecret = (sealer: Sealer, userId: UserId, secret: string): string =>
  sealer.seal(secret, totpContext(userId));

/** The URI that authenticator apps read from a QR code. `label`: the user's address. */
export const totpUri = (secret: string, label: string): string =>
  new TOTP({ ...parameters, secret, issuer: 'Cairn', label }).toString();

/** Identifies the enrollment that a secret belongs to, without revealing the secret, which has 160 random bits. */
export const enrollmentOf = (secret: string): string =>
  createHash('sha256').update(`enrollment ${secret}`).digest('base64url');

/** Returns the time step that a code belongs to, or null if the code is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: acceptedDrift });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

/**
 * Verifies a code of the user's authenticator app and uses it up. `state`: whether the app must be enrolled already, or
 * be in the middle of its enrollment. `at`: when the code arrived. Returns false if there is no such app, or if the code
 * is wrong or already used.
 */
export async function redeemTotpCode(
  sealer: Sealer,
  queries: Queries,
  {
    userId,
    code,
    state,
    at,
  }: { userId: UserId; code: string; state: 'enrolled' | 'enrolling'; at: Date },
): Promise<boolean> {
  const row = await findTotp(queries, userId);
  if (row === undefined || (row.confirmed_at === null) !== (state === 'enrolling')) return false;
  const secret = sealer.open(row.sealed_secret, totpContext(userId));
  const step = totpStep(secret, code.replaceAll(/[\s-]/g, ''), at);
  return step !== null && redeemTotpStep(queries, userId, step);
}
