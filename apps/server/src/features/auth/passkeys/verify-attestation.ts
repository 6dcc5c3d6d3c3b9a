import type { CallBody } from '@cairn/contract/calls';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { algorithms, type OpenedChallenge, openChallenge, relyingParty } from './relying-party.ts';

export type Attestation = CallBody<'POST /user/passkeys'>['attestation'];

/** A passkey that an authenticator has just created for a session. */
export interface CreatedPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  /** The model of the authenticator. All zeros if it isn't reported. */
  aaguid: string;
  backedUp: boolean;
  /** The challenge that it was created for, which is not redeemed yet. */
  challenge: OpenedChallenge;
}

/**
 * Verifies that a new passkey was created for our challenge in this session and for our origin, and that its user was
 * verified (WebAuthn Level 3, 7.1). Throws 422 otherwise.
 */
export async function verifyAttestation(
  services: Services,
  attestation: Attestation,
  sessionId: string,
): Promise<CreatedPasskey> {
  const { settings, log } = services;
  // Loaded on first use to save memory.
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  let opened: OpenedChallenge | undefined;
  try {
    const bytes = Buffer.from(attestation.response.attestationObject, 'base64url');
    requireNoCertificates(decodeAttestationObject(new Uint8Array(bytes)));
    const { registrationInfo } = await verifyRegistrationResponse({
      response: attestation,
      expectedChallenge: (challenge) => {
        const binding = { purpose: 'passkey_registration', boundTo: sessionId } as const;
        opened = openChallenge(services, { challenge, ...binding });
        return opened !== undefined;
      },
      expectedOrigin: relyingParty(settings).origin,
      expectedRPID: relyingParty(settings).id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined || opened === undefined)
      throw new Error('The attestation is invalid.');
    const { credential, aaguid, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: credential.transports ?? [],
      aaguid,
      backedUp: credentialBackedUp,
      challenge: opened,
    };
  } catch (error) {
    // The library throws a plain error for whatever is wrong with the attestation.
    log.warn({ event: 'passkey_refused', reason: String(error).slice(0, 200) });
    throw unprocessable(
      opened === undefined ? authCopy.passkey.expired : authCopy.passkey.notCreated,
    );
  }
}

/**
 * Accepts only formats without certificates: we don't request certificates, and to check one, the library would fetch
 * revocation lists from the addresses in it.
 */
function requireNoCertificates(attestation: AttestationObject): void {
  const format = attestation.get('fmt');
  if (format === 'none') return;
  if (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined) return;
  throw new Error('The attestation may have certificates.');
}
