import type { FastifyInstance } from 'fastify';
import { shareAccounts } from './change-item.ts';
import { PlaidRefusal } from './errors.ts';
import {
  type Body,
  checkFields,
  type KnownFields,
  readBody,
  readText,
  readTexts,
} from './fields.ts';
import { CUSTOM_USERNAME, type HeldAccount, holderOf, type Login } from './holding.ts';
import { idFrom } from './ids.ts';
import { institutionById, institutions, type SandboxInstitution } from './institutions.ts';
import type { Item } from './item.ts';
import { repair } from './item-state.ts';
import { newItem, offeredAccounts, partsOfLink } from './new-item.ts';
import type { Aggregator } from './plaid.plugin.ts';
import type { LinkToken } from './registry.ts';
import { givePublicToken } from './token.calls.ts';

/** An account as the link script shows it and tells the app of it. */
interface LinkAccount {
  id: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string;
}

/**
 * The server side of the link script: three calls that a link token opens. They carry no keys and are
 * open to any origin, as the script runs in the person's browser on the app's page.
 */
export async function linkRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const call = (
    path: string,
    fields: KnownFields,
    answer: (body: Body) => object | Promise<object>,
  ) => {
    app.options(path, async (_request, reply) =>
      reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Access-Control-Allow-Methods', 'POST')
        .header('Access-Control-Allow-Headers', 'content-type')
        .header('Access-Control-Max-Age', '600')
        .code(204)
        .send(),
    );
    app.post(path, async (request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'no-store');
      const body = readBody(request);
      checkFields(body, fields);
      return answer(body);
    });
  };
  const login = ['link_token', 'institution_id', 'username', 'password'];

  call('/link/session', { required: ['link_token'] }, (body) => session(aggregator, body));
  call('/link/credentials', { required: login }, (body) => credentials(aggregator, body));
  call('/link/finish', { required: [...login, 'account_ids'] }, (body) => finish(aggregator, body));
}

/** What the script shows first. */
function session(aggregator: Aggregator, body: Body) {
  const token = aggregator.registry.linkToken(readText(body, 'link_token'));
  const preset = token.institutionId;
  return {
    mode: token.itemId === null ? 'create' : 'update',
    client_name: token.clientName,
    link_session_id: sessionIdOf(token),
    account_selection_enabled: token.itemId === null || token.canChooseAccounts,
    products: productsAfter(aggregator, token),
    asks_for_more: asksForMore(aggregator, token),
    institutions: institutions.map(shownInstitution),
    institution: preset === null ? null : shownInstitution(institutionById(preset)),
  };
}

/** What the app will have been let ask for when the flow is through. */
function productsAfter(aggregator: Aggregator, token: LinkToken): string[] {
  const before = repairedItem(aggregator, token)?.record;
  const more = token.moreProducts ?? [];
  return [
    ...new Set([...(before?.consentedProducts ?? before?.products ?? token.products), ...more]),
  ];
}

/** Whether update mode is to ask the person for something that they have not agreed to. */
function asksForMore(aggregator: Aggregator, token: LinkToken): boolean {
  const agreed = repairedItem(aggregator, token)?.record.consentedProducts;
  return agreed !== undefined && (token.moreProducts ?? []).some((each) => !agreed.includes(each));
}

/** The accounts behind a login. Throws INVALID_CREDENTIALS. */
function credentials(aggregator: Aggregator, body: Body) {
  const { token, signIn, institution } = readAttempt(aggregator, body);
  const offered = accountsOf(aggregator, token, signIn, institution.institution_id);
  return { accounts: offered.map(({ key: _key, ...account }) => account) };
}

async function finish(aggregator: Aggregator, body: Body) {
  const { token, signIn, institution } = readAttempt(aggregator, body);
  const offered = accountsOf(aggregator, token, signIn, institution.institution_id);
  const wanted = readTexts(body, 'account_ids') ?? [];
  const chosen = offered.filter((account) => wanted.includes(account.id));
  if (chosen.length === 0) throw new PlaidRefusal('NO_ACCOUNTS', 'no accounts were shared');
  if (chosen.length < new Set(wanted).size) {
    throw new PlaidRefusal('INVALID_ACCOUNT_ID', 'one or more of the account IDs is invalid');
  }
  const keys = chosen.map((account) => account.key);

  const repaired = repairedItem(aggregator, token);
  const publicToken =
    repaired === null
      ? link(aggregator, token, signIn, institution.institution_id, keys)
      : mend(aggregator, token, repaired, keys);
  token.used = true;
  await aggregator.context.stateFile.save();
  return {
    public_token: publicToken,
    metadata: {
      institution: { institution_id: institution.institution_id, name: institution.name },
      accounts: chosen.map(({ key: _key, ...account }) => ({
        ...account,
        verification_status: null,
        class_type: null,
      })),
      link_session_id: sessionIdOf(token),
      transfer_status: null,
    },
  };
}

function link(
  aggregator: Aggregator,
  token: LinkToken,
  signIn: Login,
  institutionId: string,
  accountKeys: string[],
): string {
  const record = newItem(aggregator, {
    ...signIn,
    institutionId,
    products: token.products,
    moreProducts: token.moreProducts ?? [],
    webhook: token.webhook,
    daysRequested: token.daysRequested,
    parts: partsOfLink(token, signIn, institutionId),
    accountKeys,
  });
  return givePublicToken(aggregator, record);
}

/** Update mode: the item keeps its tokens, so there is nothing to exchange. */
function mend(aggregator: Aggregator, token: LinkToken, item: Item, keys: string[]): null {
  const { context, webhooks } = aggregator;
  const { consentedProducts: agreed } = item.record;
  // Nobody was asked: to everything.
  if (agreed !== undefined)
    item.record.consentedProducts = [...new Set([...agreed, ...(token.moreProducts ?? [])])];
  repair(aggregator, item);
  if (token.canChooseAccounts && shareAccounts(item, keys, new Date(context.clock.now()))) {
    webhooks.fireUpdates(item);
  }
  return null;
}

/** Reads and checks who signs in where. In update mode it must be the item's own login. */
function readAttempt(aggregator: Aggregator, body: Body) {
  const token = aggregator.registry.linkToken(readText(body, 'link_token'));
  const institution = institutionById(token.institutionId ?? readText(body, 'institution_id'));
  const given = {
    username: readText(body, 'username').trim(),
    password: readText(body, 'password'),
  };
  holderOf(given);
  const item = repairedItem(aggregator, token);
  if (item === null) return { token, institution, signIn: given };
  const { username, password } = item.record;
  if (given.username !== username) {
    throw new PlaidRefusal('INVALID_CREDENTIALS', 'this is not the login that was linked');
  }
  // Whoever types a user_custom again need not type the very same JSON.
  return {
    token,
    institution,
    signIn: username === CUSTOM_USERNAME ? { username, password } : given,
  };
}

/** The item that a token of update mode repairs; null for a token that links a new one. Throws ITEM_NOT_FOUND where it is gone. */
function repairedItem({ registry }: Aggregator, token: LinkToken): Item | null {
  if (token.itemId === null) return null;
  const item = registry.find(token.itemId);
  if (item === undefined || item.record.state === 'removed') {
    throw new PlaidRefusal('ITEM_NOT_FOUND', 'The Item you requested cannot be found.');
  }
  return item;
}

/** The accounts on offer, each with the id under which the API will know it. */
function accountsOf(
  aggregator: Aggregator,
  token: LinkToken,
  signIn: Login,
  institutionId: string,
): (LinkAccount & { key: string })[] {
  const { context, registry } = aggregator;
  const item = repairedItem(aggregator, token);
  const seed = item?.record.seed ?? registry.currentSeed;
  const itemId =
    item?.record.itemId ?? idFrom('item', ...partsOfLink(token, signIn, institutionId));
  const holding = holderOf(signIn).on(context.clock.today(), seed);
  return offeredAccounts(token, holding).map((account) => shownAccount(itemId, account));
}

function shownAccount(itemId: string, account: HeldAccount): LinkAccount & { key: string } {
  return {
    key: account.key,
    id: idFrom('account', itemId, account.key),
    name: account.name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
  };
}

function shownInstitution(institution: SandboxInstitution) {
  const { institution_id, name, primary_color, logo, products } = institution;
  return { institution_id, name, primary_color, logo, products };
}

function sessionIdOf(token: LinkToken): string {
  return idFrom('link session', token.token);
}
