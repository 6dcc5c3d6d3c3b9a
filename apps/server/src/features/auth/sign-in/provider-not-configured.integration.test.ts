import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { expectProblem, sendRaw } from '../../../../../../tests/support/requests/raw-request.ts';
import { signUp, TestClient } from '../../../../../../tests/support/requests/test-client.ts';

const secretKey = randomBytes(32).toString('base64url');

// Runs in production mode without client ids for Google and Apple.
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      NODE_ENV: 'production',
      RATE_LIMITS: '',
      PUBLIC_URL: 'https://cairn.example',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'Cairn <hello@cairn.example>',
      SESSION_KEY: secretKey,
      TOKEN_KEYS: `k1:${secretKey}`,
      PLAID_CLIENT_ID: 'client',
      PLAID_SECRET: 'secret',
      PLAID_BASE_URL: 'https://plaid.example',
      PLAID_LINK_SCRIPT_URL: 'https://plaid.example/link.js',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'https://stripe.example',
      STRIPE_PAYMENT_LINK_YEARLY: 'https://stripe.example/yearly',
      STRIPE_PAYMENT_LINK_LIFETIME: 'https://stripe.example/lifetime',
    },
  });
});
afterAll(() => server.stop());

const notConfiguredResponse = {
  status: 422,
  problem: { detail: expect.stringContaining("isn't available here") },
};

test('GET /config and the CSP omit providers without a client id', async () => {
  expect(await new TestClient(server).request('GET /config')).toMatchObject({
    google_client_id: null,
    google_script_url: null,
    apple_client_id: null,
  });
  const { headers } = await sendRaw(server, '/login', { method: 'GET' });
  expect(headers.get('content-security-policy')).toContain(
    "script-src 'self' https://plaid.example;",
  );
});

test('every sign-in and linking call is rejected for a provider without a client id', async () => {
  const visitor = new TestClient(server);
  const credential = 'a.b.c';
  expect(await visitor.call('GET /auth/google/nonce')).toMatchObject(notConfiguredResponse);
  expect(await visitor.call('GET /code/apple')).toMatchObject(notConfiguredResponse);
  expect(
    await visitor.call('POST /auth/token', { body: { provider: 'GOOGLE', credential } }),
  ).toMatchObject(notConfiguredResponse);
  expect(await visitor.call('POST /user/check_apple_otc', { body: { code: 'x' } })).toMatchObject(
    notConfiguredResponse,
  );
  const client = await signUp(server);
  for (const body of [
    { provider: 'GOOGLE', credential },
    { provider: 'APPLE', code: 'x' },
  ])
    expect(await client.call('POST /user/identities', { body })).toMatchObject(
      notConfiguredResponse,
    );
  const callback = await sendRaw(server, '/api/code/apple/callback', {
    body: new URLSearchParams({ code: 'x' }),
  });
  expectProblem(callback, 400);
});
