import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { asUserId, type UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { useStatelessCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import {
  findCredentialOwner,
  findPasskey,
  lockSignCount,
  type PasskeyKey,
  updateUsedPasskey,
} from './passkeys.queries.ts';
import {
  encodeUserHandle,
  type OpenedChallenge,
  openChallenge,
  relyingParty,
} from './relying-party.ts';

/** A passkey's signature, as a browser sent it. */
export interface PresentedPasskey {
  assertion: CallBody<'POST /auth/passkey'>['assertion'];
  /** The secret in the browser's cookie, if it has one. */
  browser: string | undefined;
  /** The device's label. */
  device: string;
}

/** A passkey that has just signed in this browser, with its user verified by their device. */
export interface VerifiedPasskey {
  userId: UserId;
  passkeyId: string;
  name: string;
}

/** Creates the failure of a rejected passkey. */
type CreateRejection = (detail: string) => Failure;

/** What a valid signature proves. */
interface VerifiedSignature {
  challenge: OpenedChallenge;
  /** The authenticator's count of signatures. Always 0 if it doesn't count. */
  signCount: number;
  backedUp: boolean;
}

/**
 * The result of using a passkey. `replayed`: the challenge was already used. `copied`: the count of signatures did not
 * rise, so another authenticator may have the same passkey.
 */
type UseResult = 'used' | 'replayed' | 'copied' | 'removed';

/**
 * Verifies a passkey's signature of our challenge in this browser, and redeems the challenge. Throws `code` if the
 * passkey is unknown or removed, if the signature is not valid for our challenge, origin, and a verified user, if the
 * challenge was used before, or if the passkey seems to have been copied. A copied passkey is recorded in the user's
 * activity.
 */
export async function verifyPasskey(
  services: Services,
  { assertion, browser, device }: PresentedPasskey,
  code: 'invalid_credentials' | 'wrong_code',
): Promise<VerifiedPasskey> {
  const { database } = services;
  const createRejection: CreateRejection = (detail) => new Failure(code, detail);
  if (browser === undefined) throw createRejection(authCopy.passkey.expired);
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const owner = await findCredentialOwner(database, credentialId);
  if (owner === undefined) throw createRejection(authCopy.passkey.unknown);
  const userId = asUserId(owner.user_id);
  const passkey = await findPasskey(database, userId, credentialId);
  if (passkey === undefined) throw createRejection(authCopy.passkey.unknown);
  const signature = await verifySignature(services, {
    assertion,
    passkey,
    browser,
    createRejection,
  });
  const { passkey_id: passkeyId, name } = passkey;
  const result = await recordUse(services, { userId, passkeyId, name, device, signature });
  if (result !== 'used') {
    services.log.warn({ event: 'passkey_refused', user_id: userId, reason: result });
    throw createRejection(rejectionDetails[result]);
  }
  return { userId, passkeyId, name };
}

const rejectionDetails = {
  replayed: authCopy.passkey.expired,
  copied: authCopy.passkey.copied,
  removed: authCopy.passkey.unknown,
} as const;

/** Verifies an assertion (WebAuthn Level 3, 7.2), except for its count of signatures. */
async function verifySignature(
  services: Services,
  {
    assertion,
    passkey,
    browser,
    createRejection,
  }: {
    assertion: PresentedPasskey['assertion'];
    passkey: PasskeyKey;
    browser: string;
    createRejection: CreateRejection;
  },
): Promise<VerifiedSignature> {
  const { settings, log } = services;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let opened: OpenedChallenge | undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: (challenge) => {
        const binding = { purpose: 'passkey_sign_in', boundTo: browser } as const;
        opened = openChallenge(services, { challenge, ...binding });
        return opened !== undefined;
      },
      expectedOrigin: relyingParty(settings).origin,
      expectedRPID: relyingParty(settings).id,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.public_key),
        // The library would compare the counts before it verifies the signature, and so report
        // forged signatures as copied passkeys.
        counter: 0,
      },
    });
    const isOwner = assertion.response.userHandle === encodeUserHandle(passkey.passkey_handle);
    if (!verified || !isOwner || opened === undefined) throw new Error('The assertion is invalid.');
    const { newCounter: signCount, credentialBackedUp: backedUp } = authenticationInfo;
    return { challenge: opened, signCount, backedUp };
  } catch (error) {
    // The library throws a plain error for whatever is wrong with the assertion.
    log.warn({ event: 'passkey_refused', reason: String(error).slice(0, 200) });
    throw createRejection(
      opened === undefined ? authCopy.passkey.expired : authCopy.passkey.invalid,
    );
  }
}

/** Redeems the challenge and stores the count of signatures, in one transaction. */
function recordUse(
  { database }: Services,
  use: VerifiedPasskey & { device: string; signature: VerifiedSignature },
): Promise<UseResult> {
  const { userId, passkeyId, signature } = use;
  const { code, expires } = signature.challenge;
  return database.transaction(async (transaction) => {
    const stored = await lockSignCount(transaction, userId, passkeyId);
    if (stored === undefined) return 'removed';
    if (!(await useStatelessCode(transaction, { purpose: 'passkey_sign_in', code, expires })))
      return 'replayed';
    if (!isNextCount(stored.sign_count, signature.signCount)) {
      const { device, name } = use;
      const detail = formatMessage(authCopy.activity.passkeyUsed, { device, name });
      await recordActivity(transaction, { userId, event: 'passkey_rejected', detail });
      return 'copied';
    }
    await updateUsedPasskey(transaction, { userId, passkeyId, ...signature });
    return 'used';
  });
}

/** An authenticator that counts never repeats a count (WebAuthn Level 3, 6.1.1). */
const isNextCount = (stored: number, next: number): boolean =>
  next > stored || (stored === 0 && next === 0);
