import Type from 'typebox';
import { TokenResponse } from './auth.ts';
import { defineCalls, strict } from './call.ts';
import { Id, Instant, nullable } from './values.ts';

// Options and credentials have the JSON forms of WebAuthn Level 3, section 5.1.8 to 5.1.10, which browsers and
// libraries produce and accept.

/** Bytes as base64url without padding. `maxBytes`: the maximum number of bytes. */
const Bytes = (maxBytes: number) =>
  Type.String({ maxLength: Math.ceil((maxBytes * 4) / 3), pattern: '^[A-Za-z0-9_-]+$' });

const CredentialId = Bytes(1023);
const Transports = Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 });
const Attachment = Type.Optional(Type.Enum(['platform', 'cross-platform']));
/** Results of WebAuthn extensions. None is requested, but a browser or a password manager may add some. */
const ExtensionResults = Type.Object({}, { additionalProperties: true });

/** What an authenticator returns when it creates a passkey. */
export const PasskeyAttestation = strict({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: strict({
    clientDataJSON: Bytes(4_000),
    attestationObject: Bytes(20_000),
    transports: Type.Optional(Transports),
    // Redundant parts of the attestation object, which are ignored.
    authenticatorData: Type.Optional(Bytes(20_000)),
    publicKey: Type.Optional(Bytes(10_000)),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: ExtensionResults,
});

/** What an authenticator returns when it signs in with a passkey. */
export const PasskeyAssertion = strict({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: strict({
    clientDataJSON: Bytes(4_000),
    authenticatorData: Bytes(10_000),
    signature: Bytes(10_000),
    userHandle: Type.Optional(Bytes(64)),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: ExtensionResults,
});

const Challenge = Type.String({ description: 'Valid once, for ten minutes, in this browser' });
const Timeout = Type.Integer({ description: 'Milliseconds that the browser waits for the user' });

/** The options of `navigator.credentials.create()`. */
const CreationOptions = strict({
  rp: strict({ id: Type.String(), name: Type.String() }),
  user: strict({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Challenge,
  pubKeyCredParams: Type.Array(
    strict({ type: Type.Literal('public-key'), alg: Type.Integer({ description: 'COSE' }) }),
  ),
  timeout: Timeout,
  excludeCredentials: Type.Array(
    strict({ type: Type.Literal('public-key'), id: Type.String(), transports: Transports }),
  ),
  authenticatorSelection: strict({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});

/** The options of `navigator.credentials.get()`. Without credentials, the user chooses one of their passkeys. */
const RequestOptions = strict({
  rpId: Type.String(),
  challenge: Challenge,
  timeout: Timeout,
  userVerification: Type.Literal('required'),
});

const Passkeys = strict({
  passkeys: Type.Array(
    strict({
      id: Id,
      name: Type.String(),
      created_at: Instant,
      last_used_at: nullable(Instant),
      /** True if a password manager or an account keeps a copy, so that it works on other devices too. */
      synced: Type.Boolean(),
    }),
  ),
});

/** At most 60 characters, which the server checks after trimming. */
const name = Type.String({ maxLength: 200 });

/** Calls of the feature `auth` about passkeys. */
export const passkeyCalls = defineCalls({
  'POST /auth/passkey/options': {
    access: 'public',
    summary: 'Creates the options of a sign-in with a passkey, bound to the browser by a cookie',
    response: RequestOptions,
  },
  'POST /auth/passkey': {
    access: 'public',
    summary: 'Signs in with a passkey',
    body: strict({ assertion: PasskeyAssertion }),
    problems: ['invalid_credentials', 'unauthenticated', 'too_many_requests', 'forbidden'],
    response: TokenResponse,
  },
  'GET /user/passkeys': {
    access: 'user',
    summary: "Lists the user's passkeys, oldest first",
    response: Passkeys,
  },
  'POST /user/passkeys/options': {
    access: 'user',
    stepUp: 'recent',
    summary: 'Creates the options of a new passkey',
    response: CreationOptions,
  },
  // Requires no step-up, because the options required one, and a passkey can be added only with the options.
  'POST /user/passkeys': {
    access: 'user',
    summary: 'Adds a passkey that was created with the options of this session',
    body: strict({
      attestation: PasskeyAttestation,
      /** Default: the name of the password manager, or the device. */
      name: Type.Optional(name),
    }),
    problems: ['unprocessable', 'conflict', 'too_many_requests'],
    response: Passkeys,
    status: 201,
  },
  'PATCH /user/passkeys/:id': {
    access: 'user',
    summary: 'Renames a passkey',
    params: strict({ id: Id }),
    body: strict({ name }),
    problems: ['unprocessable'],
    response: Passkeys,
  },
  'DELETE /user/passkeys/:id': {
    access: 'user',
    stepUp: 'recent',
    summary: 'Removes a passkey, unless it is the only sign-in method',
    params: strict({ id: Id }),
    problems: ['unprocessable'],
    response: Type.Null(),
    status: 204,
  },
});
