import type { Clock } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { type CodePurpose, codeLifetime, useStatelessCode } from './one-time-codes.ts';
import type { Sealer } from './sealed-secrets.ts';

interface SealingServices {
  sealer: Sealer;
  clock: Clock;
}

/** A code, and what it is bound to. `boundTo`: the secret in the browser's cookie, or the session. */
interface BoundCode {
  purpose: CodePurpose;
  code: string;
  boundTo: string;
}

const contextOf = (purpose: CodePurpose, boundTo: string) => `stateless ${purpose} ${boundTo}`;

/**
 * Issues a code that consists of its expiry, sealed for a browser or session. Nothing is stored until the code is
 * redeemed, so that visitors who only start a sign-in cannot fill a table.
 */
export const issueStatelessCode = (
  { sealer, clock }: SealingServices,
  { purpose, boundTo }: Omit<BoundCode, 'code'>,
): string =>
  sealer.seal(
    String(clock.now().getTime() + codeLifetime(purpose) * 1000),
    contextOf(purpose, boundTo),
  );

/**
 * Returns when a code expires. Undefined if it is not ours, expired, for another purpose, or bound to something else.
 */
export function openStatelessCode(
  { sealer, clock }: SealingServices,
  { purpose, code, boundTo }: BoundCode,
): Date | undefined {
  let expires: Date;
  try {
    expires = new Date(Number(sealer.open(code, contextOf(purpose, boundTo))));
  } catch {
    return undefined;
  }
  return expires > clock.now() ? expires : undefined;
}

/**
 * Redeems a code. Returns false if `openStatelessCode` would reject it, or if it was used. A used code is stored until
 * it has expired, so it works once across all processes.
 */
export async function redeemStatelessCode(
  services: SealingServices & { database: Queries },
  bound: BoundCode,
): Promise<boolean> {
  const expires = openStatelessCode(services, bound);
  if (expires === undefined) return false;
  return useStatelessCode(services.database, { ...bound, expires });
}
