import type { Handlers } from '../../../platform/http/handler.ts';
import { createSignInCookie } from '../../../platform/http/sign-in-cookie.ts';
import type { Services } from '../../../services.ts';
import { createTokenDelivery } from '../sessions/deliver-token.ts';
import { createDeviceSignIn } from './sign-in-device.ts';
import {
  type AppleOutcome,
  beginAppleSignIn,
  finishAppleSignIn,
  handleAppleCallback,
} from './sign-in-with-apple.ts';
import { beginGoogleSignIn } from './sign-in-with-google.ts';
import { beginOidcSignIn, signInWithOidc } from './sign-in-with-oidc.ts';

type ProviderCalls =
  | 'GET /auth/google/nonce'
  | 'GET /code/apple'
  | 'POST /code/apple/callback'
  | 'POST /user/check_apple_otc'
  | 'GET /code/oidc/:name'
  | 'POST /auth/oidc';

/** The calls of signing in with Google, Apple, and the operator's own providers that come before the token request. */
export function providerSignInHandlers(services: Services): Handlers<ProviderCalls> {
  const { publicUrl } = services.settings;
  const google = createSignInCookie(publicUrl, 'google');
  const apple = createSignInCookie(publicUrl, 'apple');
  const oidc = createSignInCookie(publicUrl, 'oidc');
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  return {
    'GET /auth/google/nonce': ({ request, reply }) => ({
      nonce: beginGoogleSignIn(services, google.ensure(request, reply)),
    }),
    'GET /code/apple': async ({ request, reply }) => {
      await services.rateLimiter.consume('apple_sign_in_ip', request.ip);
      const url = await beginAppleSignIn(services, apple.ensure(request, reply));
      reply.redirect(url, 302);
      return null;
    },
    'POST /code/apple/callback': async ({ body, reply }) => {
      const outcome = await handleAppleCallback(services, {
        state: body.state,
        code: body.code || undefined,
        idToken: body.id_token || undefined,
        error: body.error || undefined,
      });
      // 303 See Other: the browser follows the post with a GET.
      reply.redirect(returnPage(outcome), 303);
      return null;
    },
    'POST /user/check_apple_otc': async ({ body, request, reply }) => {
      const response = await signInOnDevice({ method: 'apple', request, reply }, (device) =>
        finishAppleSignIn(services, { code: body.code, browser: apple.read(request), device }),
      );
      apple.clear(reply);
      return delivery.deliver({ request, reply }, response);
    },
    'GET /code/oidc/:name': async ({ params, request, reply }) => {
      await services.rateLimiter.consume('oidc_sign_in_ip', request.ip);
      const url = await beginOidcSignIn(services, params.name, oidc.ensure(request, reply));
      reply.redirect(url, 302);
      return null;
    },
    'POST /auth/oidc': async ({ body, request, reply }) => {
      const { name, ...response } = body;
      const browser = oidc.read(request);
      const token = await signInOnDevice({ method: 'oidc', request, reply }, (device) =>
        signInWithOidc(services, { name, response, browser, device }),
      );
      oidc.clear(reply);
      return delivery.deliver({ request, reply }, token);
    },
  };
}

/** The app's own page: the redirect target never comes from the request. */
const returnPage = (outcome: AppleOutcome): string => `/apple/cb?${new URLSearchParams(outcome)}`;
