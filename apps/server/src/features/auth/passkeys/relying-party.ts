import type { CallResponse } from '@cairn/contract/calls';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import {
  issueStatelessCode,
  openStatelessCode,
} from '../../../platform/secrets/stateless-codes.ts';
import type { Services } from '../../../services.ts';
import { findUserHandle, listCredentials } from './passkeys.queries.ts';

/** How long browsers wait for the user, in milliseconds. Shorter than the lifetime of a challenge. */
const timeout = 5 * 60_000;
/** COSE numbers of EdDSA, ES256, and RS256, in order of preference. */
export const algorithms = [-8, -7, -257];

/** The installation as a WebAuthn relying party. Passkeys work at PUBLIC_URL only. */
export function relyingParty({ publicUrl }: Services['settings']): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

type ChallengePurpose = 'passkey_sign_in' | 'passkey_registration';

/** Issues a challenge: the text of a stateless code, as bytes. `boundTo`: the browser's secret, or the session's id. */
const issueChallenge = (services: Services, purpose: ChallengePurpose, boundTo: string): string =>
  Buffer.from(issueStatelessCode(services, { purpose, boundTo })).toString('base64url');

/** A verified challenge that was issued to this browser or session. */
export interface OpenedChallenge {
  code: string;
  expires: Date;
}

/**
 * Opens a challenge that a passkey signed. Returns undefined if the challenge is forged, has expired, was issued for
 * another purpose, or is bound to another browser or session.
 */
export function openChallenge(
  services: Services,
  { challenge, ...binding }: { challenge: string; purpose: ChallengePurpose; boundTo: string },
): OpenedChallenge | undefined {
  const code = Buffer.from(challenge, 'base64url').toString();
  const expires = openStatelessCode(services, { code, ...binding });
  return expires === undefined ? undefined : { code, expires };
}

/** Creates the options of a sign-in with any passkey of any user. `browser`: the secret in its cookie. */
export const createRequestOptions = (
  services: Services,
  browser: string,
): CallResponse<'POST /auth/passkey/options'> => ({
  rpId: relyingParty(services.settings).id,
  challenge: issueChallenge(services, 'passkey_sign_in', browser),
  timeout,
  userVerification: 'required',
});

/**
 * Creates the options of a new passkey. The challenge is bound to the session, so that it proves that the user has just
 * reauthenticated in it.
 */
export async function createCreationOptions(
  services: Services,
  { userId, sessionId, username }: { userId: UserId; sessionId: string; username: string },
): Promise<CallResponse<'POST /user/passkeys/options'>> {
  const { database, settings } = services;
  const user = await findUserHandle(database, userId);
  if (user === undefined) throw new Failure('unauthenticated');
  const credentials = await listCredentials(database, userId);
  return {
    rp: { id: relyingParty(settings).id, name: 'Cairn' },
    user: { id: encodeUserHandle(user.passkey_handle), name: username, displayName: username },
    challenge: issueChallenge(services, 'passkey_registration', sessionId),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: credentials.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** Encodes a user handle, which is stored as a UUID, as authenticators return it: its bytes in base64url. */
export const encodeUserHandle = (handle: string): string =>
  Buffer.from(handle.replaceAll('-', ''), 'hex').toString('base64url');
