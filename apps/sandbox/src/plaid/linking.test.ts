import { CountryCode, Products } from 'plaid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookCatcher } from '../testing/rehearse.ts';
import {
  catchWebhooks,
  linkUp,
  NOW,
  type Rehearsal,
  refusalOf,
  rehearse,
} from '../testing/rehearse.ts';

let bank: Rehearsal;
let catcher: WebhookCatcher;

beforeAll(async () => {
  bank = await rehearse();
  catcher = await catchWebhooks();
});
afterAll(async () => {
  await bank.close();
  await catcher.close();
});

const LINK = {
  client_name: 'Cairn',
  language: 'en',
  country_codes: [CountryCode.Us],
  user: { client_user_id: 'somebody' },
};
const NEW = { ...LINK, products: [Products.Transactions], transactions: { days_requested: 730 } };
const GOOD = { institution_id: 'ins_2', username: 'user_good', password: 'pass_good' };

interface Shown {
  accounts: { id: string; name: string; type: string }[];
}
interface Finished {
  public_token: string | null;
  metadata: { institution: { name: string }; accounts: { id: string }[]; link_session_id: string };
}

async function link(path: string, body: object): Promise<unknown> {
  const answer = await bank.post(`/plaid/link/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function newLinkToken(changes: object = {}): Promise<string> {
  const { data } = await bank.plaid.linkTokenCreate({ ...NEW, ...changes });
  return data.link_token;
}

describe('the link script', () => {
  test('leads from a link token over credentials and accounts to an item with exactly the accounts chosen', async () => {
    const { data } = await bank.plaid.linkTokenCreate({ ...NEW, webhook: catcher.url });
    const token = { link_token: data.link_token };
    expect(Date.parse(data.expiration) - Date.parse(NOW)).toBe(4 * 3600 * 1000);

    const session = await link('session', token);
    expect(session).toMatchObject({ mode: 'create', client_name: 'Cairn', institution: null });
    expect(session).toHaveProperty('institutions.length', 12);

    // The reply's shape is checked by the lines that follow.
    const { accounts } = (await link('credentials', { ...token, ...GOOD })) as Shown;
    expect(accounts.length).toBeGreaterThan(2);
    const chosen = accounts.slice(0, 2).map((each) => each.id);
    const finished = (await link('finish', {
      ...token,
      ...GOOD,
      account_ids: chosen,
    })) as Finished;
    expect(finished.metadata.institution.name).toBe('Larkspur Bank');
    expect(finished.metadata.accounts.map((each) => each.id)).toEqual(chosen);

    const { data: exchanged } = await bank.plaid.itemPublicTokenExchange({
      public_token: finished.public_token ?? '',
    });
    const known = await bank.plaid.accountsGet({ access_token: exchanged.access_token });
    expect(known.data.accounts.map((each) => each.account_id)).toEqual(chosen);
    expect(known.data.item).toMatchObject({
      item_id: exchanged.item_id,
      institution_id: 'ins_2',
      institution_name: 'Larkspur Bank',
      webhook: catcher.url,
      error: null,
    });

    const again = await bank.post('/plaid/link/session', token);
    expect(again).toMatchObject({ status: 400, body: { error_code: 'INVALID_LINK_TOKEN' } });
  });

  test('refuses wrong credentials, an unknown bank and a choice of no account', async () => {
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
      const answer = await bank.post(`/plaid/link/${path}`, {
        ...token,
        ...(path === 'session' ? {} : body),
        ...(path === 'session' ? body : {}),
      });
      expect(answer, `${path} ${code}`).toMatchObject({ status: 400, body: { error_code: code } });
    }
  });

  test('may be called from the app’s own origin', async () => {
    const preflight = await fetch(`${bank.address}/plaid/link/session`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  test('shows only the accounts that the filter lets through', async () => {
    const token = await newLinkToken({
      account_filters: { depository: { account_subtypes: ['checking'] } },
    });
    const { accounts } = (await link('credentials', { link_token: token, ...GOOD })) as Shown;
    expect(accounts.map((each) => each.type)).toEqual(accounts.map(() => 'depository'));
    expect(accounts).toHaveLength(1);
  });
});

describe('update mode', () => {
  test('repairs the item that lost its login and leaves its tokens as they are', async () => {
    const { accessToken, itemId } = await linkUp(bank, { webhook: catcher.url });
    await bank.plaid.sandboxItemResetLogin({ access_token: accessToken });
    const lost = await catcher.waitFor('ERROR');
    expect(lost.body).toMatchObject({
      item_id: itemId,
      error: { error_code: 'ITEM_LOGIN_REQUIRED', status: 400 },
    });
    const refusal = await refusalOf(bank.plaid.transactionsSync({ access_token: accessToken }));
    expect(refusal).toMatchObject({
      http: 400,
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
    });

    const { data } = await bank.plaid.linkTokenCreate({ ...LINK, access_token: accessToken });
    expect(Date.parse(data.expiration) - Date.parse(NOW)).toBe(30 * 60 * 1000);
    const token = { link_token: data.link_token };
    expect(await link('session', token)).toMatchObject({
      mode: 'update',
      institution: { institution_id: 'ins_1' },
    });
    const other = { institution_id: 'ins_1', username: 'user_student', password: 'pass_student' };
    expect(await bank.post('/plaid/link/credentials', { ...token, ...other })).toMatchObject({
      body: { error_code: 'INVALID_CREDENTIALS' },
    });
    const { accounts } = (await link('credentials', { ...token, ...GOOD })) as Shown;
    const finished = (await link('finish', {
      ...token,
      ...GOOD,
      account_ids: accounts.map((each) => each.id),
    })) as Finished;
    expect(finished.public_token).toBeNull();
    await catcher.waitFor('LOGIN_REPAIRED');

    const known = await bank.plaid.accountsGet({ access_token: accessToken });
    expect(known.data.accounts.map((each) => each.account_id)).toEqual(
      accounts.map((each) => each.id),
    );
    expect(known.data.item.error).toBeNull();
  });

  test('has the person agree to more, and tells it from then on', async () => {
    const { data: fresh } = await bank.plaid.linkTokenCreate(NEW);
    const shown = { link_token: fresh.link_token };
    expect(await link('session', shown)).toMatchObject({ products: ['transactions'] });
    const { accounts } = (await link('credentials', { ...shown, ...GOOD })) as Shown;
    const account_ids = accounts.map((each) => each.id);
    const { public_token } = (await link('finish', { ...shown, ...GOOD, account_ids })) as Finished;
    const { data } = await bank.plaid.itemPublicTokenExchange({ public_token: public_token ?? '' });
    const access = { access_token: data.access_token };
    expect(await refusalOf(bank.plaid.liabilitiesGet(access))).toMatchObject({
      error_code: 'ADDITIONAL_CONSENT_REQUIRED',
    });

    const plain = await bank.plaid.linkTokenCreate({ ...LINK, ...access });
    expect(await link('session', { link_token: plain.data.link_token })).toMatchObject({
      asks_for_more: false,
    });
    const more = await bank.plaid.linkTokenCreate({
      ...LINK,
      ...access,
      additional_consented_products: [Products.Liabilities],
    });
    const update = { link_token: more.data.link_token };
    expect(await link('session', update)).toMatchObject({
      mode: 'update',
      asks_for_more: true,
      products: ['transactions', 'liabilities'],
    });
    await link('finish', { ...update, ...GOOD, account_ids });
    const told = await bank.plaid.liabilitiesGet(access);
    expect(told.data.item.consented_products).toEqual(['transactions', 'liabilities']);
  });

  test('brings the rows of an account that is shared later, and takes those of one that is no longer', async () => {
    const token = { link_token: await newLinkToken() };
    const { accounts } = (await link('credentials', { ...token, ...GOOD })) as Shown;
    const [first, second] = accounts.map((each) => each.id);
    const finished = (await link('finish', {
      ...token,
      ...GOOD,
      account_ids: [first],
    })) as Finished;
    const { data } = await bank.plaid.itemPublicTokenExchange({
      public_token: finished.public_token ?? '',
    });
    const access = { access_token: data.access_token };
    const before = await bank.plaid.transactionsSync({ ...access, count: 1 });
    expect(before.data.added.every((each) => each.account_id === first)).toBe(true);

    const update = await bank.plaid.linkTokenCreate({
      ...LINK,
      ...access,
      update: { account_selection_enabled: true },
    });
    await link('finish', { link_token: update.data.link_token, ...GOOD, account_ids: [second] });
    const after = await bank.plaid.transactionsSync({ ...access, count: 500 });
    expect(new Set(after.data.added.map((each) => each.account_id))).toEqual(new Set([second]));
    expect(after.data.accounts.map((each) => each.account_id)).toEqual([second]);
  });
});
