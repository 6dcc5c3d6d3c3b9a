import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** The second factors that a user has enrolled. */
export interface EnrolledFactors {
  hasTotp: boolean;
  /** The number of unused recovery codes. They only replace another factor, so they don't make sign-ins require one. */
  recoveryCodes: number;
  /** True if the user has a passkey. On its own, it doesn't make other sign-ins require a second factor. */
  hasPasskey: boolean;
}

/** Finds the second factors that a user has enrolled. */
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
    hasTotp: row?.totp ?? false,
    recoveryCodes: row?.recovery_codes ?? 0,
    hasPasskey: row?.passkey ?? false,
  };
}

/**
 * Lists the second factors that a user can sign in with, in the order in which a screen offers them. Empty if no second
 * factor is enrolled: then the password, or Google or Apple, is enough, even for a user who has passkeys.
 */
export async function listSecondFactors(queries: Queries, userId: UserId): Promise<SecondFactor[]> {
  const { hasTotp, recoveryCodes, hasPasskey } = await findEnrolledFactors(queries, userId);
  if (!hasTotp) return [];
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    'totp',
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}
