import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Id, Instant } from './values.ts';

/** A signed token that lives one hour, in OAuth's words. */
export const TokenReply = strict({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
});

/** The claims that the client may read from its token. Access itself is checked in the database. */
export const TokenClaims = Type.Object({
  id: Type.String(),
  username: Type.String(),
  subscription: Type.Enum(['free', 'paid']),
  email_verified: Type.Boolean(),
  sid: Type.String(),
  exp: Type.Integer(),
});

/** How a user can sign in. `email` is there if the account has a password. */
const Identities = strict({
  identities: Type.Array(
    strict({
      provider: Type.Enum(['email', 'GOOGLE', 'APPLE']),
      /** The address that the provider knows the user by. */
      email: Type.String(),
      linked_at: Instant,
    }),
  ),
  /** Whether the sign-in is fresh enough to change these without the password. */
  fresh: Type.Boolean(),
});

const Message = strict({ message: Type.String() });

export const authCalls = defineCalls({
  'POST /auth/token': {
    access: 'public',
    form: true,
    summary: 'Signs in with an email and password, or with a Google credential',
    body: strict({
      username: Type.Optional(Type.String({ maxLength: 320 })),
      password: Type.Optional(Type.String({ maxLength: 1000 })),
      credential: Type.Optional(Type.String({ maxLength: 10_000 })),
      provider: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    reply: TokenReply,
  },
  'POST /auth/logout': {
    access: 'user',
    summary: 'Revokes the session',
    reply: Type.Null(),
    status: 204,
  },
  'GET /auth/google/nonce': {
    access: 'public',
    summary: 'A one-time nonce, bound to the browser by a cookie',
    reply: strict({ nonce: Type.String() }),
  },
  'GET /code/apple': {
    access: 'public',
    summary: 'Starts sign-in with Apple',
    reply: Type.Null(),
    status: 302,
    media: 'redirect',
  },
  'POST /code/apple/callback': {
    access: 'public',
    form: true,
    summary: "Receives Apple's form post and redirects to /apple/cb with a one-time code",
    body: Type.Object({}, { additionalProperties: true }),
    reply: Type.Null(),
    status: 303,
    media: 'redirect',
  },
  'POST /user/check_apple_otc': {
    access: 'public',
    summary: 'Exchanges the one-time code of an Apple sign-in for a token',
    body: strict({ code: Type.String({ maxLength: 500 }) }),
    reply: strict({ username: Type.String(), access_token: Type.String() }),
  },
  'POST /user/forgotpwd': {
    access: 'public',
    summary: 'Sends a reset mail if the account exists; answers the same either way',
    body: strict({ email: Type.String({ maxLength: 320 }) }),
    reply: Message,
  },
  'POST /user/resetpwd': {
    access: 'public',
    summary: 'Sets a new password with the code of a reset mail',
    body: strict({
      code: Type.String({ maxLength: 500 }),
      password: Type.String({ maxLength: 1000 }),
    }),
    reply: Message,
  },
  'POST /user/validate_email': {
    access: 'user',
    summary: 'Sends the mail that verifies the address',
    reply: Message,
  },
  'POST /user/check_email_validation': {
    access: 'user',
    summary: 'Verifies the address with the code of the mail; answers a new token',
    body: strict({ code: Type.String({ maxLength: 500 }) }),
    reply: TokenReply,
  },
  'POST /user/upgrade_token': {
    access: 'user',
    summary: 'A new token for the same session, with what is true now in its claims',
    reply: TokenReply,
  },
  'GET /user/sessions': {
    access: 'user',
    summary: 'The devices that are signed in',
    reply: strict({
      sessions: Type.Array(
        strict({
          id: Id,
          device: Type.String(),
          created_at: Instant,
          last_used_at: Instant,
          current: Type.Boolean(),
        }),
      ),
    }),
  },
  'POST /user/identities': {
    access: 'user',
    summary: 'Links another way to sign in, after a fresh sign-in or with the password',
    body: strict({
      provider: Type.String({ maxLength: 20 }),
      /** Google: the ID token. */
      credential: Type.Optional(Type.String({ maxLength: 10_000 })),
      /** Apple: the one-time code of /apple/cb. */
      code: Type.Optional(Type.String({ maxLength: 500 })),
      password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    reply: Identities,
    status: 201,
  },
  'GET /user/identities': {
    access: 'user',
    summary: 'The ways this user can sign in',
    reply: Identities,
  },
  'DELETE /user/identities/:provider': {
    access: 'user',
    summary: 'Unlinks a way to sign in, unless it is the only one',
    params: strict({ provider: Id }),
    body: strict({ password: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: Type.Null(),
    status: 204,
  },
  'DELETE /user/sessions/:id': {
    access: 'user',
    summary: 'Ends one session, or every other one (`all`)',
    params: strict({ id: Id }),
    reply: Type.Null(),
    status: 204,
  },
});
