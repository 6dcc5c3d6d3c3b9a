import { CountryCode, Products } from 'plaid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookCatcher } from '../../testing/sandbox-harness.ts';
import {
  catchPlaidError,
  linkItem,
  NOW,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;
let catcher: WebhookCatcher;

beforeAll(async () => {
  sandbox = await startSandbox();
  catcher = await startWebhookCatcher();
});
afterAll(async () => {
  await sandbox.close();
  await catcher.close();
});

const LINK = {
  client_name: 'Cairn',
  language: 'en',
  country_codes: [CountryCode.Us],
  user: { client_user_id: 'user-1' },
};
const NEW = { ...LINK, products: [Products.Transactions], transactions: { days_requested: 730 } };
const GOOD = { institution_id: 'ins_2', username: 'user_good', password: 'pass_good' };

interface CredentialsResponse {
  accounts: { id: string; name: string; type: string }[];
}
interface FinishResponse {
  public_token: string | null;
  metadata: { institution: { name: string }; accounts: { id: string }[]; link_session_id: string };
}

async function callLink(path: string, body: object): Promise<unknown> {
  const response = await sandbox.post(`/plaid/link/${path}`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function newLinkToken(changes: object = {}): Promise<string> {
  const { data } = await sandbox.plaid.linkTokenCreate({ ...NEW, ...changes });
  return data.link_token;
}

describe('the calls of the link flow', () => {
  test('lead from a link token to an item with exactly the chosen accounts', async () => {
    const { data } = await sandbox.plaid.linkTokenCreate({ ...NEW, webhook: catcher.url });
    const token = { link_token: data.link_token };
    expect(Date.parse(data.expiration) - Date.parse(NOW)).toBe(4 * 3600 * 1000);

    const session = await callLink('session', token);
    expect(session).toMatchObject({ mode: 'create', client_name: 'Cairn', institution: null });
    expect(session).toHaveProperty('institutions.length', 12);

    // The assertions below check the shape of the response.
    const { accounts } = (await callLink('credentials', {
      ...token,
      ...GOOD,
    })) as CredentialsResponse;
    expect(accounts.length).toBeGreaterThan(2);
    const chosen = accounts.slice(0, 2).map((account) => account.id);
    const finished = (await callLink('finish', {
      ...token,
      ...GOOD,
      account_ids: chosen,
    })) as FinishResponse;
    expect(finished.metadata.institution.name).toBe('Larkspur Bank');
    expect(finished.metadata.accounts.map((account) => account.id)).toEqual(chosen);

    const { data: exchanged } = await sandbox.plaid.itemPublicTokenExchange({
      public_token: finished.public_token ?? '',
    });
    const fetched = await sandbox.plaid.accountsGet({ access_token: exchanged.access_token });
    expect(fetched.data.accounts.map((account) => account.account_id)).toEqual(chosen);
    expect(fetched.data.item).toMatchObject({
      item_id: exchanged.item_id,
      institution_id: 'ins_2',
      institution_name: 'Larkspur Bank',
      webhook: catcher.url,
      error: null,
    });

    const repeated = await sandbox.post('/plaid/link/session', token);
    expect(repeated).toMatchObject({ status: 400, body: { error_code: 'INVALID_LINK_TOKEN' } });
  });

  test('reject wrong credentials, an unknown bank, and an empty selection of accounts', async () => {
    const token = { link_token: await newLinkToken() };
    const attempts = [
      { path: 'credentials', body: { ...GOOD, password: 'wrong' }, code: 'INVALID_CREDENTIALS' },
      { path: 'credentials', body: { ...GOOD, username: 'x' }, code: 'INVALID_CREDENTIALS' },
      {
        path: 'credentials',
        body: { ...GOOD, institution_id: 'ins_0' },
        code: 'INVALID_INSTITUTION',
      },
      { path: 'finish', body: { ...GOOD, account_ids: [] }, code: 'NO_ACCOUNTS' },
      { path: 'session', body: { link_token: 'link-sandbox-none' }, code: 'INVALID_LINK_TOKEN' },
    ];
    for (const { path, body, code } of attempts) {
      const response = await sandbox.post(`/plaid/link/${path}`, {
        ...token,
        ...(path === 'session' ? {} : body),
        ...(path === 'session' ? body : {}),
      });
      expect(response, `${path} ${code}`).toMatchObject({
        status: 400,
        body: { error_code: code },
      });
    }
  });

  test('allow requests from the app’s origin', async () => {
    const preflight = await fetch(`${sandbox.address}/plaid/link/session`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  test('return only accounts that match the account filter', async () => {
    const token = await newLinkToken({
      account_filters: { depository: { account_subtypes: ['checking'] } },
    });
    const { accounts } = (await callLink('credentials', {
      link_token: token,
      ...GOOD,
    })) as CredentialsResponse;
    expect(accounts.map((account) => account.type)).toEqual(accounts.map(() => 'depository'));
    expect(accounts).toHaveLength(1);
  });
});

describe('update mode', () => {
  test('repairs the login of an item and keeps its tokens', async () => {
    const { accessToken, itemId } = await linkItem(sandbox, { webhook: catcher.url });
    await sandbox.plaid.sandboxItemResetLogin({ access_token: accessToken });
    const webhook = await catcher.waitFor('ERROR');
    expect(webhook.body).toMatchObject({
      item_id: itemId,
      error: { error_code: 'ITEM_LOGIN_REQUIRED', status: 400 },
    });
    const error = await catchPlaidError(
      sandbox.plaid.transactionsSync({ access_token: accessToken }),
    );
    expect(error).toMatchObject({
      http: 400,
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
    });

    const { data } = await sandbox.plaid.linkTokenCreate({ ...LINK, access_token: accessToken });
    expect(Date.parse(data.expiration) - Date.parse(NOW)).toBe(30 * 60 * 1000);
    const token = { link_token: data.link_token };
    expect(await callLink('session', token)).toMatchObject({
      mode: 'update',
      institution: { institution_id: 'ins_1' },
    });
    const other = { institution_id: 'ins_1', username: 'user_student', password: 'pass_student' };
    expect(await sandbox.post('/plaid/link/credentials', { ...token, ...other })).toMatchObject({
      body: { error_code: 'INVALID_CREDENTIALS' },
    });
    const { accounts } = (await callLink('credentials', {
      ...token,
      ...GOOD,
    })) as CredentialsResponse;
    const finished = (await callLink('finish', {
      ...token,
      ...GOOD,
      account_ids: accounts.map((account) => account.id),
    })) as FinishResponse;
    expect(finished.public_token).toBeNull();
    await catcher.waitFor('LOGIN_REPAIRED');

    const fetched = await sandbox.plaid.accountsGet({ access_token: accessToken });
    expect(fetched.data.accounts.map((account) => account.account_id)).toEqual(
      accounts.map((account) => account.id),
    );
    expect(fetched.data.item.error).toBeNull();
  });

  test('adds products that the user consents to', async () => {
    const { data: fresh } = await sandbox.plaid.linkTokenCreate(NEW);
    const token = { link_token: fresh.link_token };
    expect(await callLink('session', token)).toMatchObject({ products: ['transactions'] });
    const { accounts } = (await callLink('credentials', {
      ...token,
      ...GOOD,
    })) as CredentialsResponse;
    const account_ids = accounts.map((account) => account.id);
    const { public_token } = (await callLink('finish', {
      ...token,
      ...GOOD,
      account_ids,
    })) as FinishResponse;
    const { data } = await sandbox.plaid.itemPublicTokenExchange({
      public_token: public_token ?? '',
    });
    const access = { access_token: data.access_token };
    expect(await catchPlaidError(sandbox.plaid.liabilitiesGet(access))).toMatchObject({
      error_code: 'ADDITIONAL_CONSENT_REQUIRED',
    });

    const plainToken = await sandbox.plaid.linkTokenCreate({ ...LINK, ...access });
    expect(await callLink('session', { link_token: plainToken.data.link_token })).toMatchObject({
      requests_additional_consent: false,
    });
    const updateToken = await sandbox.plaid.linkTokenCreate({
      ...LINK,
      ...access,
      additional_consented_products: [Products.Liabilities],
    });
    const update = { link_token: updateToken.data.link_token };
    expect(await callLink('session', update)).toMatchObject({
      mode: 'update',
      requests_additional_consent: true,
      products: ['transactions', 'liabilities'],
    });
    await callLink('finish', { ...update, ...GOOD, account_ids });
    const liabilities = await sandbox.plaid.liabilitiesGet(access);
    expect(liabilities.data.item.consented_products).toEqual(['transactions', 'liabilities']);
  });

  test('adds the transactions of a newly shared account and removes those of an unshared one', async () => {
    const token = { link_token: await newLinkToken() };
    const { accounts } = (await callLink('credentials', {
      ...token,
      ...GOOD,
    })) as CredentialsResponse;
    const [first, second] = accounts.map((account) => account.id);
    const finished = (await callLink('finish', {
      ...token,
      ...GOOD,
      account_ids: [first],
    })) as FinishResponse;
    const { data } = await sandbox.plaid.itemPublicTokenExchange({
      public_token: finished.public_token ?? '',
    });
    const access = { access_token: data.access_token };
    const firstSync = await sandbox.plaid.transactionsSync({ ...access, count: 1 });
    expect(firstSync.data.added.every((row) => row.account_id === first)).toBe(true);

    const update = await sandbox.plaid.linkTokenCreate({
      ...LINK,
      ...access,
      update: { account_selection_enabled: true },
    });
    await callLink('finish', {
      link_token: update.data.link_token,
      ...GOOD,
      account_ids: [second],
    });
    const secondSync = await sandbox.plaid.transactionsSync({ ...access, count: 500 });
    expect(new Set(secondSync.data.added.map((row) => row.account_id))).toEqual(new Set([second]));
    expect(secondSync.data.accounts.map((account) => account.account_id)).toEqual([second]);
  });
});
