import { formatPlural } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import {
  endTrustOfSession,
  forgetDeviceOfSession,
  forgetDevices,
} from '../../../identity/known-devices.queries.ts';
import { revokeSession, revokeSessions } from '../../../identity/sessions.queries.ts';
import type { CallerIdentity } from '../../../platform/http/handler.ts';
import { isUuid } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';

/**
 * Ends one of the user's sessions. If it is another device's, that device is forgotten. Throws 404 if there is no such
 * session.
 */
export async function endOneSession(
  { database, log }: Services,
  { userId, sessionId: current }: CallerIdentity,
  sessionId: string,
): Promise<void> {
  if (!isUuid(sessionId)) throw notFound('session');
  await database.transaction(async (transaction) => {
    const device = await revokeSession(transaction, { userId, sessionId });
    if (device === undefined) throw notFound('session');
    const event = sessionId.toLowerCase() === current ? 'signed_out' : 'session_revoked';
    // A device that another device signs out is forgotten. A device that signs itself out stays known.
    if (event === 'session_revoked')
      await forgetDeviceOfSession(transaction, userId, { sessionId, keepSessionId: current });
    else await endTrustOfSession(transaction, userId, sessionId);
    await recordActivity(transaction, { userId, event, detail: device });
  });
  log.info({ event: 'session_revoked', user_id: userId });
}

/** Ends every session of the user except the current one, and forgets all other devices. */
export async function endOtherSessions(
  { database, log }: Services,
  { userId, sessionId }: CallerIdentity,
): Promise<void> {
  const ended = await database.transaction(async (transaction) => {
    const count = await revokeSessions(transaction, userId, sessionId);
    await forgetDevices(transaction, userId, sessionId);
    if (count > 0)
      await recordActivity(transaction, {
        userId,
        event: 'session_revoked',
        detail: formatPlural(count, authCopy.activity.sessionsEnded),
      });
    return count;
  });
  log.info({ event: 'sessions_revoked', user_id: userId, count: ended });
}
