import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUp, signUpPaid } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('GET /user/me', () => {
  test('returns the profile of a new user', async () => {
    const client = await signUp(server, 'ada@example.com');
    expect(await client.request('GET /user/me')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      username: 'ada@example.com',
      subscription_status: 'free',
      email_verified: false,
      providers: ['email'],
      second_factor: false,
    });
  });

  test('returns the current subscription status', async () => {
    const client = await signUpPaid(server);
    expect((await client.request('GET /user/me')).subscription_status).toBe('paid');
  });
});

describe('GET /config', () => {
  test('returns the configuration of the app without secrets', async () => {
    const response = await fetch(`${server.url}/api/config`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      product_name: 'Cairn',
      sandbox: true,
      sandbox_url: server.sandbox.url,
      payment_links: {
        yearly: `${server.sandbox.url}/stripe/pay/yearly`,
        lifetime: `${server.sandbox.url}/stripe/pay/lifetime`,
      },
      aggregator: {
        link_script_url: `${server.sandbox.url}/plaid/link/v2/stable/link-initialize.js`,
      },
    });
    expect(JSON.parse(text)).toMatchObject({
      google_client_id: 'sandbox-client',
      google_script_url: `${server.sandbox.url}/google/gsi/client`,
      apple_client_id: 'sandbox-client',
    });
    expect(text).not.toMatch(/secret|whsec|PRIVATE|SANDBOXKEY/);
  });
});
