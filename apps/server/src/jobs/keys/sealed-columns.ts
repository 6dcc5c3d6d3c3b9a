import { totpContext } from '../../features/auth/factors/totp.ts';
import { exchangeTokensContext } from '../../features/crypto/access-tokens.ts';
import { appleTokenContext } from '../../identity/apple-tokens.ts';
import { accessTokenContext } from '../../items/access-token-context.ts';
import { mailContext } from '../../mail/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { type CodePurpose, oneTimeCodeContext } from '../../platform/secrets/one-time-codes.ts';

/** The columns that identify a row or are part of its sealing context. Each table has only some of them. */
export interface SealedRow {
  user_id: UserId;
  id: string;
  mail_id: string;
  provider: string;
  code_hash: Buffer;
  purpose: CodePurpose;
}

/** A column whose values are sealed with a key of TOKEN_KEYS. An empty value or null is not sealed. */
export interface SealedColumn {
  table: string;
  column: string;
  primaryKey: readonly (keyof SealedRow)[];
  /** Further columns that the sealing context contains. */
  contextColumns?: readonly (keyof SealedRow)[];
  /** The sealing context of a row's value. */
  context(row: SealedRow): string;
}

/** Every column with sealed values. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'items',
    column: 'access_token_sealed',
    primaryKey: ['user_id', 'id'],
    context: ({ user_id, id }) => accessTokenContext(user_id, id),
  },
  {
    table: 'exchange_links',
    column: 'sealed_tokens',
    primaryKey: ['user_id', 'id'],
    context: ({ user_id, id }) => exchangeTokensContext(user_id, id),
  },
  {
    table: 'user_identities',
    column: 'sealed_refresh_token',
    primaryKey: ['user_id', 'provider'],
    context: ({ user_id }) => appleTokenContext(user_id),
  },
  {
    table: 'totp_secrets',
    column: 'sealed_secret',
    primaryKey: ['user_id'],
    context: ({ user_id }) => totpContext(user_id),
  },
  {
    table: 'outgoing_mail',
    column: 'sealed_content',
    primaryKey: ['user_id', 'mail_id'],
    context: ({ user_id, mail_id }) => mailContext(user_id, mail_id),
  },
  {
    table: 'one_time_codes',
    column: 'sealed_detail',
    primaryKey: ['code_hash'],
    contextColumns: ['purpose'],
    context: ({ purpose, code_hash }) => oneTimeCodeContext(purpose, code_hash),
  },
];

type FieldOf<Job> = Job extends unknown ? keyof Job : never;

/**
 * Every field of a job with a sealed value. Values of jobs are not resealed, because a worker may be running the job.
 * Their key is needed until the jobs have finished.
 */
export const sealedJobFields = ['sealedAddress', 'sealedToken'] as const satisfies readonly FieldOf<
  Jobs[keyof Jobs]
>[];
