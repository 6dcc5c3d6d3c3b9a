import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { EmailInput, Id, Instant, newPasswordInput, SignInProvider, text } from './values.ts';

/** An OAuth token response. The token is valid for one hour, or for a quarter of an hour in the web app. */
export const TokenResponse = strict({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
});

/** Claims that the client may read from its token. The server checks access in the database instead. */
export const TokenClaims = Type.Object({
  id: Type.String(),
  username: Type.String(),
  subscription: Type.Enum(['free', 'paid']),
  email_verified: Type.Boolean(),
  sid: Type.String(),
  /** When the token was signed, and when it expires: Unix time in seconds. */
  iat: Type.Integer(),
  exp: Type.Integer(),
});

/** A user's sign-in methods. `email` is listed if the user has a password. */
const Identities = strict({
  identities: Type.Array(
    strict({
      provider: SignInProvider,
      /** The user's email address at the provider. */
      email: Type.String(),
      linked_at: Instant,
    }),
  ),
  /** True if a factor was verified recently enough to change these without another step-up. */
  fresh: Type.Boolean(),
});

/** One of the operator's own providers. */
const OidcProvider = Type.String({ pattern: '^OIDC:[a-z0-9-]{1,20}$' });

/** A provider whose identities can be linked and unlinked. */
const IdentityProvider = Type.Union([Type.Enum(['GOOGLE', 'APPLE']), OidcProvider]);

/** What the provider returned to /oidc/cb/:name. */
const oidcResponse = {
  code: Type.String({ maxLength: 2_000 }),
  state: Type.String({ maxLength: 200 }),
  /** The issuer, if the provider sends it (RFC 9207). */
  iss: Type.Optional(Type.String({ maxLength: 1_000 })),
};

/** The fields of a request that links an identity. */
const identityFields = {
  provider: text(30),
  /** For Google: the ID token. */
  credential: Type.Optional(text(10_000)),
  /** For Apple: the one-time code from /apple/cb. For one of the operator's own providers: what it returned. */
  code: Type.Optional(oidcResponse.code),
  state: Type.Optional(oidcResponse.state),
  iss: oidcResponse.iss,
  password: Type.Optional(text(1000)),
};

/** What Apple posts to the callback. Apple may add fields. */
const AppleCallback = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 1000 }),
    code: Type.Optional(text(1000)),
    id_token: Type.Optional(text(10_000)),
    error: Type.Optional(text(1000)),
  },
  { additionalProperties: true },
);

const Message = strict({ message: Type.String() });

export const authCalls = defineCalls({
  'POST /auth/token': {
    access: 'public',
    hashesPassword: true,
    form: true,
    summary: 'Signs in with an email and password, or a Google credential',
    body: strict({
      username: Type.Optional(text(320)),
      password: Type.Optional(text(1000)),
      credential: Type.Optional(text(10_000)),
      provider: Type.Optional(text(20, Type.Enum(['email', 'GOOGLE']))),
    }),
    problems: [
      'invalid_credentials',
      'unauthenticated',
      'conflict',
      'unprocessable',
      'too_many_requests',
      'provider_failed',
      'second_factor_required',
      'forbidden',
    ],
    response: TokenResponse,
  },
  'POST /auth/refresh': {
    access: 'public',
    summary: "Exchanges the web app's refresh cookie for a token and a new cookie",
    problems: ['unauthenticated', 'session_copied', 'forbidden'],
    response: TokenResponse,
  },
  'POST /auth/logout': {
    access: 'user',
    summary: 'Signs out: revokes the session',
    problems: ['forbidden'],
    response: Type.Null(),
    status: 204,
  },
  'GET /auth/google/nonce': {
    access: 'public',
    summary: 'Creates a one-time nonce, bound to the browser by a cookie',
    problems: ['unprocessable'],
    response: strict({ nonce: Type.String() }),
  },
  'GET /code/apple': {
    access: 'public',
    summary: 'Starts sign-in with Apple',
    problems: ['unprocessable', 'too_many_requests'],
    response: Type.Null(),
    status: 302,
    media: 'redirect',
  },
  'POST /code/apple/callback': {
    access: 'public',
    form: true,
    summary: "Receives Apple's form post and redirects to /apple/cb with a one-time code",
    body: AppleCallback,
    response: Type.Null(),
    status: 303,
    media: 'redirect',
  },
  'POST /webhooks/apple': {
    access: 'public',
    signed: true,
    summary:
      "Receives Apple's notices about its users: verifies the signature, stores the notice, and processes it in a job",
    response: strict({ received: Type.Literal(true) }),
  },
  'POST /user/check_apple_otc': {
    access: 'public',
    summary: 'Exchanges the one-time code of an Apple sign-in for a token',
    body: strict({ code: text(500) }),
    problems: [
      'invalid_credentials',
      'unauthenticated',
      'conflict',
      'unprocessable',
      'second_factor_required',
      'forbidden',
    ],
    response: strict({ username: Type.String(), access_token: Type.String() }),
  },
  'GET /code/oidc/:name': {
    access: 'public',
    summary: "Starts sign-in with one of the operator's own providers",
    params: strict({ name: text(200, Type.String({ pattern: '^[a-z0-9-]{1,20}$' })) }),
    problems: ['unprocessable', 'too_many_requests', 'provider_failed'],
    response: Type.Null(),
    status: 302,
    media: 'redirect',
  },
  'POST /auth/oidc': {
    access: 'public',
    summary: "Exchanges the response of one of the operator's own providers for a token",
    body: strict({ name: Type.String({ maxLength: 20 }), ...oidcResponse }),
    problems: [
      'invalid_credentials',
      'unauthenticated',
      'conflict',
      'unprocessable',
      'second_factor_required',
      'too_many_requests',
      'provider_failed',
      'forbidden',
    ],
    response: TokenResponse,
  },
  'POST /user/forgotpwd': {
    access: 'public',
    summary: 'Emails a reset link if the account exists; the response is the same either way',
    body: strict({ email: EmailInput }),
    problems: ['unprocessable', 'too_many_requests'],
    response: Message,
  },
  'POST /user/resetpwd': {
    access: 'public',
    hashesPassword: true,
    summary: 'Sets a new password with the code from a reset email',
    body: strict({
      code: text(500),
      password: newPasswordInput(8),
    }),
    problems: ['unprocessable', 'link_expired'],
    response: Message,
  },
  'POST /user/validate_email': {
    access: 'user',
    creates: true,
    summary: 'Emails a verification link',
    problems: ['too_many_requests'],
    response: Message,
  },
  'POST /user/check_email_validation': {
    access: 'user',
    summary: 'Verifies the email address with the emailed code; returns a new token',
    body: strict({ code: text(500) }),
    problems: ['link_expired', 'conflict', 'forbidden'],
    response: TokenResponse,
  },
  'POST /user/upgrade_token': {
    access: 'user',
    summary:
      'Returns a new token for the same session, with up-to-date claims; the expiry of a web app token does not change',
    problems: ['forbidden'],
    response: TokenResponse,
  },
  'GET /user/sessions': {
    access: 'user',
    summary: 'Lists signed-in devices',
    response: strict({
      sessions: Type.Array(
        strict({
          id: Id,
          device: Type.String(),
          created_at: Instant,
          last_used_at: Instant,
          current: Type.Boolean(),
          /** Until then, a sign-in on the device needs no second factor. Null if the device is not trusted. */
          trusted_until: Type.Union([Instant, Type.Null()]),
        }),
      ),
    }),
  },
  'POST /user/identities': {
    access: 'user',
    stepUp: 'password',
    summary: 'Links a sign-in method, with the password or after a recent sign-in',
    body: Type.Object(identityFields, {
      additionalProperties: false,
      documentedAs: Type.Union([
        strict({ ...identityFields, provider: Type.Literal('GOOGLE'), credential: text(10_000) }),
        strict({ ...identityFields, provider: Type.Literal('APPLE'), code: text(500) }),
        strict({
          ...identityFields,
          provider: OidcProvider,
          code: oidcResponse.code,
          state: oidcResponse.state,
        }),
      ]),
    }),
    problems: [
      'wrong_password',
      'conflict',
      'unprocessable',
      'too_many_requests',
      'provider_failed',
    ],
    response: Identities,
    status: 201,
  },
  'GET /user/identities': {
    access: 'user',
    summary: "Lists the user's sign-in methods",
    response: Identities,
  },
  'DELETE /user/identities/:provider': {
    access: 'user',
    stepUp: 'password',
    summary: 'Unlinks a sign-in method, unless it is the only one',
    params: strict({ provider: text(200, IdentityProvider) }),
    body: strict({ password: Type.Optional(text(1000)) }),
    problems: ['wrong_password', 'unprocessable', 'too_many_requests'],
    response: Type.Null(),
    status: 204,
  },
  'DELETE /user/sessions/:id': {
    access: 'user',
    stepUp: 'recent',
    summary: 'Revokes one session, or all other sessions (`all`)',
    params: strict({ id: text(200, Type.Union([Id, Type.Literal('all')])) }),
    response: Type.Null(),
    status: 204,
  },
});
