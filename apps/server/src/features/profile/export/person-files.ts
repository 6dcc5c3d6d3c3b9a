import type { ExportedFile } from './exported-file.ts';
import {
  readActivity,
  readDevices,
  readMails,
  readPayments,
  readProfile,
  readSignInWays,
} from './person.queries.ts';

/** Who the user is, how they come in, what they paid. */
export const personFiles: readonly ExportedFile[] = [
  {
    name: 'profile',
    table: 'users',
    about: 'Your account here: address, since when, and until when it is paid.',
    columns: {
      id: 'user_id',
      email: 'email',
      email_verified_at: 'email_verified_at',
      has_password: 'password_hash',
      paid_until: 'paid_until',
      created_at: 'created_at',
    },
    leftOut: { deletion_asked_at: 'Empty for as long as you can read this' },
    read: readProfile,
  },
  {
    name: 'sign_in_ways',
    table: 'user_identities',
    about: 'The other accounts that you sign in with.',
    columns: {
      provider: 'provider',
      issuer: 'issuer',
      subject: 'subject',
      email: 'email',
      linked_at: 'linked_at',
    },
    leftOut: { sealed_refresh_token: 'A secret' },
    start: '',
    read: readSignInWays,
  },
  {
    name: 'devices',
    table: 'sessions',
    about: 'The devices that signed in, those that are signed out again too.',
    columns: {
      id: 'session_id',
      device: 'device',
      created_at: 'created_at',
      last_used_at: 'last_used_at',
      ended_at: 'ended_at',
    },
    leftOut: {},
    read: readDevices,
  },
  {
    name: 'activity',
    table: 'activity',
    about: 'What happened in your account: sign-ins, links, changes, exports.',
    columns: { id: 'id', at: 'at', event: 'event', detail: 'detail' },
    leftOut: {},
    read: readActivity,
  },
  {
    name: 'mails',
    table: 'outgoing_mail',
    about: 'The mails that were sent to you: which, and when.',
    columns: {
      id: 'mail_id',
      kind: 'kind',
      created_at: 'created_at',
      handed_over_at: 'handed_over_at',
      sent_at: 'sent_at',
      failure: 'failure',
    },
    leftOut: { sealed_content: 'Gone once it is sent; until then it may hold a code' },
    read: readMails,
  },
  {
    name: 'payments',
    table: 'purchases',
    about:
      'What you bought, until when it is paid, and what the payment provider told of it (times in seconds since 1970). The card is known to the provider only.',
    columns: {
      reference: 'reference',
      plan: 'plan',
      customer_id: 'customer_id',
      paid_until: 'paid_until',
      as_of: 'as_of',
      told: 'facts',
    },
    leftOut: {},
    start: '',
    read: readPayments,
  },
];
