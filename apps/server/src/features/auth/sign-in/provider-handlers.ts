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

/**
 * Handlers for signing in with Google, Apple, and the operator's own providers, except for Google's last step,
 * `POST /auth/token`.
 */
export function providerSignInHandlers(services: Services): Handlers<ProviderCalls> {
  const { publicUrl } = services.settings;
  const googleCookie = createSignInCookie(publicUrl, 'google');
  const appleCookie = createSignInCookie(publicUrl, 'apple');
  const oidcCookie = createSignInCookie(publicUrl, 'oidc');
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  return {
    'GET /auth/google/nonce': ({ request, reply }) => ({
      nonce: beginGoogleSignIn(services, googleCookie.ensure(request, reply)),
    }),
    'GET /code/apple': async ({ request, reply }) => {
      await services.rateLimiter.consume('apple_sign_in_ip', request.ip);
      const url = await beginAppleSignIn(services, appleCookie.ensure(request, reply));
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
        finishAppleSignIn(services, {
          code: body.code,
          browser: appleCookie.read(request),
          device,
        }),
      );
      appleCookie.clear(reply);
      return delivery.deliver({ request, reply }, response);
    },
    'GET /code/oidc/:name': async ({ params, request, reply }) => {
      await services.rateLimiter.consume('oidc_sign_in_ip', request.ip);
      const url = await beginOidcSignIn(services, params.name, oidcCookie.ensure(request, reply));
      reply.redirect(url, 302);
      return null;
    },
    'POST /auth/oidc': async ({ body, request, reply }) => {
      const { name, ...response } = body;
      const browser = oidcCookie.read(request);
      const token = await signInOnDevice({ method: 'oidc', request, reply }, (device) =>
        signInWithOidc(services, { name, response, browser, device }),
      );
      oidcCookie.clear(reply);
      return delivery.deliver({ request, reply }, token);
    },
  };
}

/** The web app's page that handles the outcome. The redirect target never comes from the request. */
const returnPage = (outcome: AppleOutcome): string => `/apple/cb?${new URLSearchParams(outcome)}`;
