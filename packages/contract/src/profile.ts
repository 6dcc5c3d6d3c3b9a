import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import { Id, Instant } from './values.ts';

/** What a person pays for: nothing yet, or everything. */
export const Subscription = Type.Enum(['free', 'paid']);

export const profileCalls = defineCalls({
  'GET /user/me': {
    access: 'user',
    summary: 'The signed-in user, with the subscription as it is now',
    reply: strict({
      id: Id,
      username: Type.String(),
      subscription_status: Subscription,
      email_verified: Type.Boolean(),
      providers: Type.Array(Type.Enum(['email', 'GOOGLE', 'APPLE'])),
    }),
  },
  'POST /user/password': {
    access: 'user',
    summary: 'Changes the password; ends every other session',
    body: strict({
      current_password: Type.String({ maxLength: 1000 }),
      password: Type.String({ maxLength: 1000 }),
    }),
    reply: Type.Null(),
    status: 204,
  },
  'POST /user/email': {
    access: 'user',
    summary: 'Asks to change the address; it counts once verified',
    body: strict({
      email: Type.String({ maxLength: 1000 }),
      /** Needed unless the sign-in is fresh. */
      password: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    reply: strict({ message: Type.String() }),
    status: 202,
  },
  'GET /user/activity': {
    access: 'user',
    summary: 'The audit events of this user, newest first',
    query: strict({ after: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: strict({
      events: Type.Array(
        strict({ id: Id, at: Instant, event: Type.String(), detail: Type.String() }),
      ),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'GET /user/export': {
    access: 'user',
    summary: 'Everything held on the user, as a zip of JSON and CSV',
    reply: Type.Null(),
    media: 'zip',
  },
  'GET /user/deletion': {
    access: 'user',
    summary: 'What deleting the account would delete and revoke',
    reply: strict({
      /** Names of the linked institutions, whose access is revoked. */
      institutions: Type.Array(Type.String()),
      /** Other providers whose access is revoked: 'Apple', the crypto exchange. */
      providers: Type.Array(Type.String()),
      accounts: Type.Integer(),
      transactions: Type.Integer(),
      /** Whether a paid subscription ends with it. */
      subscription: Type.Boolean(),
      /** Whether the password is asked for; without one, a fresh sign-in. */
      has_password: Type.Boolean(),
      /** Whether the sign-in is fresh enough to go without the password. */
      fresh: Type.Boolean(),
    }),
  },
  'DELETE /user': {
    access: 'user',
    summary:
      'Deletes the account: revokes at every provider, then deletes all rows. ' +
      'Asks for the password or a fresh sign-in',
    body: strict({ password: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: Type.Null(),
    status: 204,
  },
});
