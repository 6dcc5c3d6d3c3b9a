import { listSecondFactors } from '../../identity/second-factors.queries.ts';
import { findSignInMethods } from '../../identity/sign-in-methods.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { exportUser } from './export/export-user.ts';
import { listActivityPage } from './list-activity.ts';
import { previewDeletion, requestDeletion } from './request-deletion.ts';

type ProfileCalls =
  | 'GET /user/me'
  | 'GET /user/activity'
  | 'GET /user/export'
  | 'GET /user/deletion'
  | 'DELETE /user';

/** Handlers for the signed-in user: profile, activity, export, and account deletion. */
export function profileHandlers(services: Services): Handlers<ProfileCalls> {
  return {
    'GET /user/me': async ({ identity }) => {
      const [methods, factors] = await Promise.all([
        findSignInMethods(services.database, identity.userId),
        listSecondFactors(services.database, identity.userId),
      ]);
      return {
        id: identity.userId,
        username: identity.username,
        subscription_status: identity.subscription,
        email_verified: identity.emailVerified,
        providers: methods.map(({ provider }) => provider),
        second_factor: factors.length > 0,
      };
    },
    'GET /user/activity': ({ identity, query }) =>
      listActivityPage(services.database, identity.userId, query.after),
    'GET /user/export': async ({ identity, reply }) => {
      await services.rateLimiter.consume('export_user', identity.userId);
      return exportUser(services, identity, reply);
    },
    'GET /user/deletion': ({ identity }) => previewDeletion(services, identity),
    'DELETE /user': async ({ identity }) => {
      await requestDeletion(services, identity.userId);
      return null;
    },
  };
}
