import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { encodeCbor } from './encode-cbor.ts';

type CreationOptions = CallResponse<'POST /user/passkeys/options'>;
type RequestOptions = CallResponse<'POST /auth/passkey/options'>;
export type Attestation = CallBody<'POST /user/passkeys'>['attestation'];
export type Assertion = CallBody<'POST /auth/passkey'>['assertion'];

/** A passkey in the authenticator. */
export interface SoftwarePasskey {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  /** The count of signatures. Stays 0 if the authenticator doesn't count. */
  signCount: number;
}

/** Changes to what an authenticator and a browser send, for tests of invalid ceremonies. */
export interface CeremonyChanges {
  origin?: string;
  rpId?: string;
  /** The operation in the client data. */
  type?: string;
  challenge?: string;
  userPresent?: boolean;
  userVerified?: boolean;
  /** True for a passkey that a password manager synced. */
  synced?: boolean;
  signCount?: number;
  /** The user handle that an assertion returns; undefined for none. */
  userHandle?: string | undefined;
  /** The model of the authenticator, 32 hexadecimal digits. */
  aaguid?: string;
  /** True for an attestation that is signed with the passkey itself. */
  selfAttested?: boolean;
  /** Signs the attestation in place of the passkey, with a certificate. */
  issuer?: { certificate: Buffer; privateKey: KeyObject };
  /** The attestation's format. */
  format?: string;
  /** The COSE algorithm that the public key names. */
  algorithm?: number;
  /** Signs in place of the passkey's own key. */
  privateKey?: KeyObject;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Creates an ES256 key pair. */
export const createKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/**
 * An authenticator with ES256 keys, together with the part of a browser between it and the page (WebAuthn Level 3, 6
 * and 7). It doesn't check anything, so that the server has to.
 */
export class SoftwareAuthenticator {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Creates a passkey and its attestation, in the format `none` unless `changes` says otherwise. */
  create(
    options: CreationOptions,
    changes: CeremonyChanges = {},
  ): { passkey: SoftwarePasskey; attestation: Attestation } {
    const { privateKey, publicKey } = createKeyPair();
    const id = randomBytes(32).toString('base64url');
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE_Key of RFC 9053: EC2 on P-256.
    const coseKey = encodeCbor(
      new Map<number, unknown>([
        [1, 2],
        [3, changes.algorithm ?? -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const idBytes = Buffer.from(id, 'base64url');
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(idBytes.length);
    const authenticatorData = Buffer.concat([
      authenticatorHeader(options.rp.id, changes, 0x40),
      Buffer.from(changes.aaguid ?? '0'.repeat(32), 'hex'),
      idLength,
      idBytes,
      coseKey,
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, changes);
    const { issuer, selfAttested } = changes;
    const isSigned = selfAttested || issuer !== undefined;
    const sig = signData(authenticatorData, clientDataJSON, issuer?.privateKey ?? privateKey);
    const attestationObject = encodeCbor(
      new Map<string, unknown>([
        ['fmt', changes.format ?? (isSigned ? 'packed' : 'none')],
        ['attStmt', isSigned ? packedStatement(sig, issuer?.certificate) : new Map()],
        ['authData', authenticatorData],
      ]),
    );
    const attestation: Attestation = {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
    const signCount = changes.signCount ?? 0;
    return { passkey: { id, privateKey, userHandle: options.user.id, signCount }, attestation };
  }

  /** Signs a challenge. First raises the count of signatures, if the authenticator counts (`signCount` above 0). */
  sign(
    options: RequestOptions,
    passkey: SoftwarePasskey,
    changes: CeremonyChanges = {},
  ): Assertion {
    const { id, userHandle } = { ...passkey, ...changes };
    if (passkey.signCount > 0) passkey.signCount += 1;
    const { signCount } = { ...passkey, ...changes };
    const data = authenticatorHeader(options.rpId, { ...changes, signCount }, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, changes);
    const signature = signData(data, clientDataJSON, changes.privateKey ?? passkey.privateKey);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
      clientExtensionResults: {},
    };
  }

  #clientData(type: string, challenge: string, changes: CeremonyChanges): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false };
    const { origin = data.origin } = changes;
    return Buffer.from(
      JSON.stringify({
        ...data,
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin,
      }),
    ).toString('base64url');
  }
}

/** Signs authenticator data together with the hash of the client data. */
const signData = (data: Buffer, clientDataJSON: string, key: KeyObject): Buffer =>
  sign('sha256', Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]), key);

/** The statement of a packed attestation. Without a certificate, the passkey itself has signed. */
const packedStatement = (sig: Buffer, certificate?: Buffer) =>
  new Map<string, unknown>([
    ['alg', -7],
    ['sig', sig],
    ...(certificate === undefined ? [] : ([['x5c', [certificate]]] as const)),
  ]);

/** The first 37 bytes of authenticator data: the hash of the RP ID, the flags, and the count of signatures. */
function authenticatorHeader(rpId: string, changes: CeremonyChanges, extraFlags: number): Buffer {
  const { userPresent = true, userVerified = true, synced = false, signCount = 0 } = changes;
  const flags =
    (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (synced ? 0x18 : 0) | extraFlags;
  const flagsAndCount = Buffer.alloc(5);
  flagsAndCount.writeUInt8(flags);
  flagsAndCount.writeUInt32BE(signCount, 1);
  return Buffer.concat([sha256(changes.rpId ?? rpId), flagsAndCount]);
}
