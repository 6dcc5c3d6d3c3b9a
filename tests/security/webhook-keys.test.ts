import { createHash, randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customPerson } from '../support/bank/listed-transactions.ts';
import { startTestServer, type TestServer } from '../support/processes/test-server.ts';
import { expectProblem, sendRaw } from '../support/requests/raw-request.ts';
import { signUpPaid } from '../support/requests/test-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const countLookups = async () =>
  (await server.sandbox.control<{ path: string }[]>('log')).filter(({ path }) =>
    path.endsWith('/webhook_verification_key/get'),
  ).length;

test('sixty forged bank events cause at most one key lookup, and real ones are still accepted', async () => {
  const client = await signUpPaid(server);
  const itemId = await client.linkBank(
    customPerson({ name: 'Everyday', transactions: [{ amount: 4.5 }] }),
  );
  const fire = async () => {
    await server.sandbox.control('webhooks/fire', {
      item_id: itemId,
      webhook_code: 'DEFAULT_UPDATE',
    });
    return server.sandbox.control<{ status: number }>('webhooks/replay', { item_id: itemId });
  };
  expect(await fire()).toMatchObject({ status: 200 });
  const before = await countLookups();

  const { privateKey } = await generateKeyPair('ES256');
  const body = '{"webhook_type":"TRANSACTIONS"}';
  const hash = createHash('sha256').update(body).digest('hex');
  const forge = async () => {
    const signature = await new SignJWT({ request_body_sha256: hash })
      .setProtectedHeader({ alg: 'ES256', kid: randomUUID(), typ: 'JWT' })
      .setIssuedAt()
      .sign(privateKey);
    const headers = { 'content-type': 'application/json', 'plaid-verification': signature };
    return sendRaw(server, '/api/webhooks/plaid', { headers, body });
  };
  const responses = await Promise.all(Array.from({ length: 60 }, forge));
  for (const response of responses) expect(expectProblem(response, 400).code).toBe('bad_signature');
  expect((await countLookups()) - before).toBeLessThanOrEqual(1);
  expect(await fire()).toMatchObject({ status: 200 });
});
