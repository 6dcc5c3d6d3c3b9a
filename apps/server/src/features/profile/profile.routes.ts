import { findWaysIn } from '../../domain/ways-in.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { askForDeletion, whatGoes } from './ask-for-deletion.ts';
import { exportUser } from './export/export-user.ts';
import { activityPage } from './list-activity.ts';

type ProfileCalls =
  | 'GET /user/me'
  | 'GET /user/activity'
  | 'GET /user/export'
  | 'GET /user/deletion'
  | 'DELETE /user';

/** The signed-in user: profile, activity, export, and account deletion. */
export function profileHandlers(services: Services): Handlers<ProfileCalls> {
  return {
    'GET /user/me': async ({ identity }) => ({
      id: identity.userId,
      username: identity.username,
      subscription_status: identity.subscription,
      email_verified: identity.emailVerified,
      providers: (await findWaysIn(services.database, identity.userId)).map(
        ({ provider }) => provider,
      ),
    }),
    'GET /user/activity': ({ identity, query }) =>
      activityPage(services.database, identity.userId, query.after),
    'GET /user/export': async ({ identity, reply }) => {
      await services.limits.take('export_user', identity.userId);
      return exportUser(services, identity, reply);
    },
    'GET /user/deletion': ({ identity }) => whatGoes(services, identity),
    'DELETE /user': async ({ identity, body }) => {
      await askForDeletion(services, identity, body.password);
      return null;
    },
  };
}
