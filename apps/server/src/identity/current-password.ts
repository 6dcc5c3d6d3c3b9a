import type { Queries } from '../platform/database/database.ts';
import type { CallerIdentity } from '../platform/http/handler.ts';
import type { RateLimiter } from '../platform/limits/rate-limiter.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { Failure } from '../platform/problem.ts';
import { verifyPassword } from '../platform/secrets/passwords.ts';
import { identityCopy } from './identity.copy.ts';
import { findPasswordHash } from './password.queries.ts';
import { reportFailedStepUp } from './report-failed-step-up.ts';

/** The services that are needed to verify the password of a signed-in user. */
export interface PasswordCheckServices {
  database: Queries;
  rateLimiter: RateLimiter;
  metrics: Metrics;
  log: Logger;
}

/**
 * Verifies the user's current password and returns its hash. Throws `wrong_password` if it is wrong. Wrong
 * passwords are recorded in the activity and limited per session, so that a stolen token allows few guesses and a
 * stranger who guesses at sign-in doesn't lock the user out.
 */
export function requirePassword(
  services: PasswordCheckServices,
  identity: CallerIdentity,
  password: string,
): Promise<string> {
  const { database, rateLimiter } = services;
  return rateLimiter.limitGuesses([['password_check_session', identity.sessionId]], async () => {
    const hash = (await findPasswordHash(database, identity.userId))?.password_hash;
    if ((await verifyPassword(password, hash)) && typeof hash === 'string') return hash;
    await reportFailedStepUp(services, { userId: identity.userId, factor: 'password' });
    throw new Failure('wrong_password', identityCopy.wrongPassword);
  });
}
