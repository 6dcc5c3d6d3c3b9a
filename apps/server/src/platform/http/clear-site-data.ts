import type { FastifyInstance } from 'fastify';

/** The calls that end the browser's own session permanently. */
const signOutCalls = new Set(['POST /api/auth/logout', 'DELETE /api/user']);

/**
 * Makes the browser delete what it cached for a user who signs out or deletes the account: logos of merchants, and
 * pages kept for the back button. Not "storage", because the app itself removes the user's data and keeps the device's
 * settings, such as the theme. Not "cookies", because one of them recognizes this browser at the next sign-in.
 */
export function clearSiteDataOnSignOut(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply) => {
    const call = `${request.method} ${request.routeOptions.url}`;
    if (signOutCalls.has(call) && reply.statusCode < 300)
      reply.header('clear-site-data', '"cache"');
  });
}
