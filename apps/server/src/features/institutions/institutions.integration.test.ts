import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
});
afterAll(() => server.stop());

describe('GET /institutions', () => {
  test('is empty and has no exchange field before anything is linked', async () => {
    expect(await client.request('GET /institutions')).toEqual({
      link_tokens: [],
      revoked_institutions: [],
    });
  });

  test("lists the user's own institutions in the order in which they were linked", async () => {
    const other = await signUpPaid(server);
    const first = await client.linkBank({
      username: 'user_good',
      password: 'pass_good',
      institution: 'ins_1',
    });
    const second = await client.linkBank({
      username: 'user_good',
      password: 'pass_good',
      institution: 'ins_2',
    });
    const { link_tokens } = await client.request('GET /institutions');
    expect(link_tokens.map(({ item_id }) => item_id)).toEqual([first, second]);
    const [firstName, secondName] = link_tokens.map(
      ({ item_details }) => item_details.institution_name,
    );
    expect(firstName).toMatch(/\w/);
    expect(firstName).not.toBe(secondName);
    expect(await other.request('GET /institutions')).toEqual({
      link_tokens: [],
      revoked_institutions: [],
    });
  });
});

test('GET /institution/:id lists the accounts in the order of their groups', async () => {
  const user = await signUpPaid(server);
  await user.linkBank({ username: 'user_good', password: 'pass_good', institution: 'ins_1' });
  const { link_tokens } = await user.request('GET /institutions');
  const { accounts } = await user.request('GET /institution/:id', {
    params: { id: link_tokens[0]?.id ?? '' },
  });
  expect(accounts.length).toBeGreaterThan(1);
  const grouped = await user.request('POST /user/accounts/grouped', { body: {} });
  expect(accounts.map(({ account_id }) => account_id)).toEqual(
    Object.values(grouped.accounts).flatMap((group) =>
      group.accounts.map(({ account_id }) => account_id),
    ),
  );
});
