import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppleApp, appleClaims, startAppleApp } from '../testing/apple-app.ts';
import { type SandboxHarness, startSandbox } from '../testing/sandbox-harness.ts';

let app: AppleApp;
let sandbox: SandboxHarness;

const IRIS = 'iris.novak@orchard.example';

beforeEach(async () => {
  app = await startAppleApp();
  app.callbackResponse = { status: 200 };
  sandbox = await startSandbox({ appUrl: app.url });
});
afterEach(async () => {
  await sandbox.close();
  await app.close();
});

/** Sends a notice and returns the claims that the app received. */
async function send(notice: object) {
  const { status, body } = await sandbox.post('/control/identity/apple/notice', notice);
  expect(status, JSON.stringify(body)).toBe(200);
  // The app of these tests parses every body as a form: the JSON text is the name of its only field.
  const [json = ''] = Object.keys(app.posts.at(-1)?.fields ?? {});
  const { payload } = JSON.parse(json) as { payload: string };
  return { body, claims: await appleClaims(sandbox, payload) };
}

describe('control call identity/apple/notice', () => {
  test('sends the app a signed notice without an expiry, with the events as text', async () => {
    const { body, claims } = await send({ type: 'consent-revoked', email: IRIS });
    expect(body).toEqual({ id: claims.jti, status: 200 });
    expect(app.posts.at(-1)?.headers['content-type']).toBe('application/json');
    expect(claims.exp).toBeUndefined();
    expect(JSON.parse(String(claims.events))).toEqual({
      type: 'consent-revoked',
      sub: expect.stringMatching(/^\d{6}\.[0-9a-f]{32}\.\d{4}$/),
      event_time: expect.any(Number),
    });
  });

  test('a notice about emails contains the address, and its subject and id can be given', async () => {
    const { claims } = await send({ type: 'email-disabled', email: IRIS, sub: 's-1', id: 'n-1' });
    expect(claims.jti).toBe('n-1');
    expect(JSON.parse(String(claims.events))).toMatchObject({
      type: 'email-disabled',
      sub: 's-1',
      email: IRIS,
      is_private_email: 'false',
    });
  });

  test('after a person ends the app’s access, the next sign-in is a first sign-in again', async () => {
    const signIn = async () => {
      await sandbox.post('/control/identity/apple', {
        authorize_url: app.authorizeUrl(sandbox.address),
        email: IRIS,
      });
      return app.posts.at(-1)?.fields.user !== undefined;
    };
    expect(await signIn()).toBe(true);
    expect(await signIn()).toBe(false);
    await send({ type: 'consent-revoked', email: IRIS });
    expect(await signIn()).toBe(true);
  });

  test.each([
    { type: 'made-up', email: IRIS },
    { type: 'consent-revoked' },
    { type: 'consent-revoked', email: IRIS, forge: 'made-up' },
  ])('%j is rejected', async (notice) => {
    const { status } = await sandbox.post('/control/identity/apple/notice', notice);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(app.posts).toEqual([]);
  });
});
