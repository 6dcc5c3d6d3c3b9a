import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** What a user has enrolled. */
export interface EnrolledFactors {
  totp: boolean;
  /** Unused recovery codes. They are a way around an enrolled factor, not one themselves. */
  recoveryCodes: number;
}

/** Finds what a user has enrolled. */
export async function findEnrolledFactors(
  queries: Queries,
  userId: UserId,
): Promise<EnrolledFactors> {
  const row = await queries.row<{ totp: boolean; recovery_codes: number }>(owned`
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
      ) as recovery_codes`);
  return { totp: row?.totp ?? false, recoveryCodes: row?.recovery_codes ?? 0 };
}

/**
 * Lists the second factors that a user can sign in with, in the order in which a screen offers them. Empty if no second
 * factor is enrolled: then the password, or Google or Apple, is enough.
 */
export async function listSecondFactors(queries: Queries, userId: UserId): Promise<SecondFactor[]> {
  const { totp, recoveryCodes } = await findEnrolledFactors(queries, userId);
  if (!totp) return [];
  return recoveryCodes > 0 ? ['totp', 'recovery_code'] : ['totp'];
}
