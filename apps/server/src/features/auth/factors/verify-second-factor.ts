import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import { formatPlural } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { findEnrolledFactors } from '../../../identity/second-factors.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { hasPasskey } from '../passkeys/passkeys.queries.ts';
import {
  type PresentedPasskey,
  type VerifiedPasskey,
  verifyPasskey,
} from '../passkeys/verify-passkey.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { redeemTotpCode } from './totp.ts';

/** A user with the address that is notified. */
export interface NotifiedUser {
  userId: UserId;
  email: string;
}

/** What a user presents as a second factor, as sent in the body of a call. */
export interface PresentedFactor {
  factor: SecondFactor;
  code?: string;
  passkey?: PresentedPasskey;
}

/** A presented factor. If it is a passkey, its signature has been verified. */
export interface SignedFactor extends Omit<PresentedFactor, 'passkey'> {
  passkey?: VerifiedPasskey;
}

/**
 * Verifies the signature of a presented passkey. It has its own database transaction, so that a copied passkey is
 * recorded even if the caller's transaction is rolled back. Throws `wrong_code`.
 */
export async function verifySignedPasskey(
  services: Services,
  { passkey, ...presented }: PresentedFactor,
): Promise<SignedFactor> {
  if (presented.factor !== 'passkey' || passkey === undefined) return presented;
  return { ...presented, passkey: await verifyPasskey(services, passkey, 'wrong_code') };
}

type Verifier = (
  services: Services,
  transaction: Transaction,
  user: NotifiedUser,
  presented: SignedFactor,
) => Promise<boolean>;

/**
 * For each kind of factor, a function that verifies it and uses it up. Returns false if it is wrong or already used.
 */
const verifiers: Record<SecondFactor, Verifier> = {
  totp: ({ sealer, clock }, transaction, { userId }, { code = '' }) =>
    redeemTotpCode(sealer, transaction, { userId, code, state: 'enrolled', at: clock.now() }),
  recovery_code: async (services, transaction, user, { code = '' }) => {
    if (!(await useRecoveryCode(transaction, user.userId, code))) return false;
    await reportUsedRecoveryCode(services, transaction, user);
    return true;
  },
  passkey: async (_services, transaction, { userId }, { passkey }) =>
    passkey?.userId === userId && (await hasPasskey(transaction, userId, passkey.passkeyId)),
};

/**
 * Verifies a second factor and uses it up: each code counts once, even in concurrent calls. Throws `wrong_code` if it
 * is wrong, already used, or of a kind that the user has not enrolled. The caller must have locked the user's row.
 */
export async function verifySecondFactor(
  services: Services,
  transaction: Transaction,
  user: NotifiedUser,
  presented: SignedFactor,
): Promise<void> {
  if (await verifiers[presented.factor](services, transaction, user, presented)) return;
  throw new Failure('wrong_code', authCopy.wrongCode[presented.factor]);
}

async function reportUsedRecoveryCode(
  services: Services,
  transaction: Transaction,
  { userId, email }: NotifiedUser,
): Promise<void> {
  const { recoveryCodes: left } = await findEnrolledFactors(transaction, userId);
  await recordActivity(transaction, {
    userId,
    event: 'recovery_code_used',
    detail: formatPlural(left, authCopy.activity.recoveryCodesLeft),
  });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind: 'recovery_code_used', left, at: services.clock.now().toISOString() },
  });
}
