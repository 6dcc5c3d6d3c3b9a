import { recordActivity } from '../../identity/activity.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { exportTotal, proveTotal } from './prove-total.ts';

/** Handlers for the proof of a total, and its download. */
export function proofHandlers(
  services: Services,
): Handlers<'POST /user/proof' | 'POST /user/proof/export'> {
  const { database } = services;
  return {
    'POST /user/proof': ({ owner, body, today }) => proveTotal(services, owner, body, today),
    'POST /user/proof/export': async ({ identity, owner, body, today, reply }) => {
      await services.rateLimiter.consume('export_user', identity.userId);
      const { file, event } = await exportTotal(services, owner, { total: body, today, reply });
      // A download of the demo's rows is not recorded.
      if (owner === identity.userId) await recordActivity(database, { userId: owner, event });
      return file;
    },
  };
}
