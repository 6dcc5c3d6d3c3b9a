import { exportCopy } from './export.copy.ts';
import type { ExportedFile } from './exported-file.ts';
import {
  readActivity,
  readDevices,
  readEmails,
  readPayments,
  readProfile,
  readSignInMethods,
} from './user.queries.ts';

/** The user, their sign-in methods and devices, and their payments. */
export const userFiles: readonly ExportedFile[] = [
  {
    name: 'profile',
    table: 'users',
    description: exportCopy.files.profile,
    columns: {
      id: 'user_id',
      email: 'email',
      email_verified_at: 'email_verified_at',
      has_password: 'password_hash',
      paid_until: 'paid_until',
      created_at: 'created_at',
    },
    omitted: {
      deletion_requested_at: 'Empty until deletion is requested, and then nothing can be exported',
    },
    read: readProfile,
  },
  {
    name: 'sign_in_methods',
    table: 'user_identities',
    description: exportCopy.files.signInMethods,
    columns: {
      provider: 'provider',
      issuer: 'issuer',
      subject: 'subject',
      email: 'email',
      linked_at: 'linked_at',
    },
    omitted: { sealed_refresh_token: 'A secret' },
    start: '',
    read: readSignInMethods,
  },
  {
    name: 'devices',
    table: 'sessions',
    description: exportCopy.files.devices,
    columns: {
      id: 'session_id',
      device: 'device',
      created_at: 'created_at',
      last_used_at: 'last_used_at',
      ended_at: 'ended_at',
    },
    omitted: {
      refresh_family: 'A hash of a secret',
      refresh_generation: 'Only says how often the secret was replaced',
      refresh_current: 'A hash of a secret',
      refresh_previous: 'A hash of a secret',
      refresh_rotated_at: 'Only says when the secret was last replaced',
      refresh_reused_at: 'Also in the activity',
    },
    read: readDevices,
  },
  {
    name: 'activity',
    table: 'activity',
    description: exportCopy.files.activity,
    columns: { id: 'id', at: 'at', event: 'event', detail: 'detail' },
    omitted: {},
    read: readActivity,
  },
  {
    name: 'emails',
    table: 'outgoing_mail',
    description: exportCopy.files.emails,
    columns: {
      id: 'mail_id',
      kind: 'kind',
      created_at: 'created_at',
      handed_over_at: 'handed_over_at',
      sent_at: 'sent_at',
      failure: 'failure',
    },
    omitted: { sealed_content: 'Deleted once the email is sent; until then it may hold a code' },
    read: readEmails,
  },
  {
    name: 'payments',
    table: 'purchases',
    description: exportCopy.files.payments,
    columns: {
      reference: 'reference',
      plan: 'plan',
      customer_id: 'customer_id',
      paid_until: 'paid_until',
      as_of: 'as_of',
      provider_facts: 'facts',
    },
    omitted: {},
    start: '',
    read: readPayments,
  },
];
