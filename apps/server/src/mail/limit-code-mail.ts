import type { UserId } from '../platform/identifiers.ts';
import type { RateLimiter } from '../platform/limits/rate-limiter.ts';

/**
 * Counts a caller's request for an email with a code: per IP address, per user if one is signed in, and per recipient.
 * Throws `too_many_requests` if a limit is exceeded. The recipient comes last, so that a blocked caller doesn't use up
 * another person's allowance.
 */
export async function limitCodeMail(
  rateLimiter: RateLimiter,
  { ip, userId, to }: { ip: string; userId?: UserId; to: string },
): Promise<void> {
  await rateLimiter.consume('mail_ip', ip);
  if (userId !== undefined) await rateLimiter.consume('mail_user', userId);
  await rateLimiter.consume('mail_address', to.toLowerCase());
}
