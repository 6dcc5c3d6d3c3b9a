import Type from 'typebox';
import { defineCalls, strict } from './call.ts';
import {
  CursorInput,
  EmailInput,
  Id,
  Instant,
  newPasswordInput,
  nullable,
  SignInProvider,
  text,
} from './values.ts';

/** The user's access level. */
export const Subscription = Type.Enum(['free', 'paid']);

export const profileCalls = defineCalls({
  'GET /user/me': {
    access: 'user',
    summary: 'Returns the signed-in user with the current subscription',
    response: strict({
      id: Id,
      username: Type.String(),
      subscription_status: Subscription,
      email_verified: Type.Boolean(),
      providers: Type.Array(SignInProvider),
      /** True if a second factor is enrolled, so that sign-in and step-up ask for it. */
      second_factor: Type.Boolean(),
    }),
  },
  'POST /user/password': {
    access: 'user',
    stepUp: 'current_password',
    summary: 'Changes the password and revokes all other sessions',
    body: strict({
      current_password: text(1000),
      password: newPasswordInput(10),
    }),
    problems: ['wrong_password', 'unprocessable', 'too_many_requests'],
    response: Type.Null(),
    status: 204,
  },
  'POST /user/email': {
    access: 'user',
    creates: true,
    stepUp: 'password',
    summary: 'Requests an email change; it takes effect once verified',
    body: strict({
      email: EmailInput,
      /** Required unless the sign-in is recent. */
      password: Type.Optional(text(1000)),
    }),
    problems: ['wrong_password', 'unprocessable', 'too_many_requests'],
    response: strict({ message: Type.String() }),
    status: 202,
  },
  'GET /user/activity': {
    access: 'user',
    summary: "Lists the user's activity, newest first",
    query: strict({ after: Type.Optional(CursorInput) }),
    problems: ['unprocessable'],
    response: strict({
      events: Type.Array(
        strict({
          id: Id,
          at: Instant,
          event: Type.String(),
          detail: Type.String(),
          /** Where the request came from: an IP address, or its network, such as '203.0.113.0/24'. */
          ip: nullable(Type.String()),
        }),
      ),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'GET /user/export': {
    access: 'user',
    stepUp: 'recent',
    summary: "Exports all of the user's data as a zip of JSON and CSV files",
    problems: ['too_many_requests'],
    response: Type.Null(),
    media: 'zip',
  },
  'GET /user/deletion': {
    access: 'user',
    summary: 'Returns what deleting the account would delete and revoke',
    response: strict({
      /** Names of the linked banks whose access would be revoked. */
      institutions: Type.Array(Type.String()),
      /** Names of other providers whose access would be revoked: 'Apple', the crypto exchange. */
      providers: Type.Array(Type.String()),
      accounts: Type.Integer(),
      transactions: Type.Integer(),
      /** True if a paid subscription would end. */
      subscription: Type.Boolean(),
      /** True if the user has a password. Without a password, a recent sign-in is required. */
      has_password: Type.Boolean(),
      /** True if a factor was verified recently enough to delete the account without another step-up. */
      fresh: Type.Boolean(),
    }),
  },
  'DELETE /user': {
    access: 'user',
    stepUp: 'password',
    summary:
      'Deletes the account: revokes access at every provider, then deletes all rows. ' +
      'Requires the password or a recent sign-in',
    body: strict({ password: Type.Optional(text(1000)) }),
    problems: ['wrong_password', 'too_many_requests'],
    response: Type.Null(),
    status: 204,
  },
});
