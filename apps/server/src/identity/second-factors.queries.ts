import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** What a user has enrolled. */
export interface EnrolledFactors {
  totp: boolean;
  /** Unused recovery codes. They are a way around an enrolled factor, not one themselves. */
  recoveryCodes: number;
  /** Whether the user has a passkey. On its own, it doesn't make other sign-ins ask for a second factor. */
  passkey: boolean;
}

/** Finds what a user has enrolled. */
export async function findEnrolledFactors(
  queries: Queries,
  userId: UserId,
): Promise<EnrolledFactors> {
  const row = await queries.row<{ totp: boolean; recovery_codes: number; passkey: boolean }>(owned`
    select
      exists (
        select 1
        from totp_secrets
        where user_id = ${userId}
          and confirmed_at is not null
      ) as totp,
      (
        select count(*)::integer
        from recovery_codes
        where user_id = ${userId}
          and used_at is null
      ) as recovery_codes,
      exists (
        select 1
        from user_passkeys
        where user_id = ${userId}
      ) as passkey`);
  return {
    totp: row?.totp ?? false,
    recoveryCodes: row?.recovery_codes ?? 0,
    passkey: row?.passkey ?? false,
  };
}

/**
 * Lists the second factors that a user can sign in with, in the order in which a screen offers them. Empty if no second
 * factor is enrolled: then the password, or Google or Apple, is enough, even for a user who has passkeys.
 */
export async function listSecondFactors(queries: Queries, userId: UserId): Promise<SecondFactor[]> {
  const { totp, recoveryCodes, passkey } = await findEnrolledFactors(queries, userId);
  if (!totp) return [];
  return [
    ...(passkey ? (['passkey'] as const) : []),
    'totp',
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}
