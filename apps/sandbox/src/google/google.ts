import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { classicScript } from '../design/assets.ts';
import { html } from '../design/html.ts';
import { fieldText } from '../identity/form-text.ts';
import { TokenKey } from '../identity/token-key.ts';
import type { ProviderOptions } from '../provider-options.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';
import { Accounts } from './accounts.ts';
import { sendButton } from './button.ts';
import { chooserPages, type GoogleContext } from './chooser-page.ts';
import { control } from './control.ts';
import { GOOGLE_ISSUER } from './id-token.ts';

/**
 * Google sign-in: its script (`/google/gsi/client`), the iframe of the button, the account chooser, the key set of its
 * ID tokens, and `/control/identity/google`.
 */
export const google: FastifyPluginAsync<ProviderOptions> = async (app, { context, seed }) => {
  const { stateFile, settings, clock } = context;
  const provider: GoogleContext = {
    accounts: new Accounts(stateFile),
    key: new TokenKey(stateFile, 'google_key'),
    seed,
    now: () => clock.now(),
    appOrigin: new URL(settings.appUrl).origin,
  };
  context.onReset(() => provider.accounts.clear());

  await app.register(formbody);
  identityScript(app, provider);
  keyRoutes(app, provider.key);
  chooserPages(app, provider);
  app.get<{ Params: { letter: string } }>(
    '/google/picture/:letter.svg',
    async ({ params }, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(pictureFor(params.letter)),
  );
  await app.register(control, { provider });
};

/** The script, the iframe of the button, and the call behind `google.accounts.id.revoke`. */
function identityScript(app: FastifyInstance, provider: GoogleContext): void {
  app.get('/google/gsi/client', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .send(await classicScript('google', 'client.ts')),
  );

  // Any page on this machine can show the button, but the chooser shows an error unless the page is the app.
  const frameAncestors = [provider.appOrigin, 'http://localhost:*', 'http://127.0.0.1:*'];
  app.get('/google/gsi/button', async ({ query }, reply) =>
    sendButton(reply, query, frameAncestors),
  );

  app.post('/google/gsi/revoke', async ({ body }, reply) => {
    reply
      .header('access-control-allow-origin', provider.appOrigin)
      .header('cache-control', 'no-store');
    if (fieldText(body, 'client_id') !== SANDBOX_CLIENT_ID) {
      return { successful: false, error: 'invalid_client' };
    }
    const successful = await provider.accounts.revoke(fieldText(body, 'hint'), provider.seed());
    return successful ? { successful } : { successful, error: 'not_signed_in' };
  });
}

/** The key set, and the discovery document as far as the sandbox supports it. */
function keyRoutes(app: FastifyInstance, key: TokenKey): void {
  app.get('/google/oauth2/v3/certs', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=21600, must-revalidate, no-transform');
    return key.keySet();
  });

  app.get('/google/.well-known/openid-configuration', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    return {
      issuer: GOOGLE_ISSUER,
      jwks_uri: `${request.protocol}://${request.host}/google/oauth2/v3/certs`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'family_name',
        'given_name',
        'iat',
        'iss',
        'name',
        'picture',
        'sub',
      ],
    };
  });
}

/** Draws a letter on a background whose color is derived from it. */
function pictureFor(letter: string): string {
  const [first = '?'] = letter;
  const hue = ((first.codePointAt(0) ?? 0) * 47) % 360;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" fill="oklch(0.5 0.09 ${hue})"/><text x="18" y="24" fill="#fff" font-family="system-ui, sans-serif" font-size="17" font-weight="500" text-anchor="middle">${first}</text></svg>`
    .text;
}
