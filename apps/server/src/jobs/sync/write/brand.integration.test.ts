import { afterAll, beforeAll, expect, test } from 'vitest';
import { recurringPerson } from '../../../../../../tests/support/bank/recurring-person.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';

const route = '/institutions/get_by_id';
const harbor = { institution: 'ins_1', color: '#0f766e' };
const larkspur = { institution: 'ins_2', color: '#4338ca' };

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    callPolicy: {
      timeout: 500,
      retries: { maxAttempts: 2, initialDelay: 5, maxDelay: 100, random: () => 1 },
    },
  });
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

const linkBank = (institution: string, user = client) =>
  user.linkBank({ ...recurringPerson, institution });
const sync = async () => {
  await client.request('POST /user/plaid/sync_transactions');
  await client.waitForSyncs();
};
const countRequests = async () =>
  (await server.sandbox.control<{ path: string }[]>('log')).filter(
    ({ path }) => path === `/plaid${route}`,
  ).length;
const listBrands = async (user = client) =>
  (await user.request('GET /user/accounts')).accounts.map(
    ({ institution_color, institution_logo_url }) => ({ institution_color, institution_logo_url }),
  );

test("a sync fetches the bank's color and logo, and the lists of accounts and banks contain them", async () => {
  await linkBank(harbor.institution);
  const [brand] = await listBrands();
  expect(brand).toEqual({
    institution_color: harbor.color,
    institution_logo_url: expect.stringMatching(/^\/api\/logos\/[0-9a-f]{64}$/),
  });
  const [listed] = (await client.request('GET /institutions')).link_tokens;
  expect(listed?.item_details).toMatchObject({
    color: harbor.color,
    logo_url: brand?.institution_logo_url,
  });
  const { token } = await client.request('GET /institution/:id', {
    params: { id: listed?.id ?? '' },
  });
  expect(token.item_details).toEqual(listed?.item_details);
  const response = await fetch(`${server.url}${brand?.institution_logo_url}`);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect((await response.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'));
});

test('users of one bank share its logo', async () => {
  const other = await signUpPaid(server);
  await linkBank(harbor.institution, other);
  expect(await listBrands(other)).toEqual(await listBrands());
  const logos = await queryDatabase(server, 'select 1 from logos where url is null');
  expect(logos).toHaveLength(1);
});

test('color and logo are fetched again after 30 days', async () => {
  const before = await countRequests();
  await sync();
  expect(await countRequests()).toBe(before);
  await queryDatabase(
    server,
    `update items set brand_color = null, brand_fetched_at = now() - interval '31 days'`,
  );
  await sync();
  expect(await countRequests()).toBe(before + 1);
  expect((await listBrands())[0]?.institution_color).toBe(harbor.color);
});

test.each(['http_500', 'timeout', 'malformed_json'])(
  'the fault %s while color and logo are fetched does not fail the sync, and the next sync retries',
  async (kind) => {
    const user = await signUpPaid(server);
    await server.sandbox.control('faults', { provider: 'plaid', route, kind, times: 100 });
    await linkBank(larkspur.institution, user);
    const [item] = (await user.request('GET /user/sync')).items;
    expect([item?.state, item?.error]).toEqual(['ok', null]);
    expect((await listBrands(user))[0]).toEqual({
      institution_color: null,
      institution_logo_url: null,
    });
    await server.sandbox.control('faults/clear', {});
    await user.request('POST /user/plaid/sync_transactions');
    await user.waitForSyncs();
    expect((await listBrands(user))[0]?.institution_color).toBe(larkspur.color);
  },
);
