import type { FastifyInstance } from 'fastify';
import { knownTimeZone } from '../../clock.ts';
import {
  institutionById,
  institutions,
  type SandboxInstitution,
} from '../institutions/institutions.ts';
import {
  type BankAccount,
  CUSTOM_USERNAME,
  findBankLogin,
  type Login,
} from '../items/bank-data.ts';
import { shareAccounts } from '../items/change-item.ts';
import { deriveId } from '../items/ids.ts';
import type { Item } from '../items/item.ts';
import { repairLogin } from '../items/item-state.ts';
import { createItemRecord, filterAccounts, itemIdParts } from '../items/new-item.ts';
import type { LinkToken } from '../items/registry.ts';
import type { Aggregator } from '../plaid.plugin.ts';
import {
  type Body,
  type CallFields,
  checkFields,
  readBody,
  readOptionalString,
  readString,
  readStrings,
} from './body-fields.ts';
import { PlaidApiError } from './errors.ts';
import { createPublicToken } from './token.calls.ts';

/** An account as the link flow shows it and reports it to the app. */
interface LinkAccount {
  id: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string;
}

/**
 * The server side of the link flow: three calls that are authorized by a link token. They need no API keys and allow any
 * origin, because they are made by the user's browser.
 */
export async function linkRoutes(app: FastifyInstance, aggregator: Aggregator): Promise<void> {
  const defineCall = (
    path: string,
    fields: CallFields,
    handle: (body: Body) => object | Promise<object>,
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
      return handle(body);
    });
  };
  const loginFields = ['link_token', 'institution_id', 'username', 'password'];

  defineCall('/link/session', { required: ['link_token'] }, (body) =>
    describeSession(aggregator, body),
  );
  // The person's time zone determines the current day, and so which transactions exist. The real link flow sends none.
  const optional = ['time_zone'];
  defineCall('/link/credentials', { required: loginFields, optional }, (body) =>
    listAccounts(aggregator, body),
  );
  defineCall('/link/finish', { required: [...loginFields, 'account_ids'], optional }, (body) =>
    finishLink(aggregator, body),
  );
}

/** Returns what a link token allows, for the first step of the flow. */
function describeSession(aggregator: Aggregator, body: Body) {
  const token = aggregator.registry.linkToken(readString(body, 'link_token'));
  const preset = token.institutionId;
  return {
    mode: token.itemId === null ? 'create' : 'update',
    client_name: token.clientName,
    link_session_id: sessionIdOf(token),
    account_selection_enabled: token.itemId === null || token.canChooseAccounts,
    products: requestedProducts(aggregator, token),
    requests_additional_consent: needsMoreConsent(aggregator, token),
    institutions: institutions.map(describeInstitution),
    institution: preset === null ? null : describeInstitution(institutionById(preset)),
  };
}

/** Returns the products the user will have consented to when the flow is complete. */
function requestedProducts(aggregator: Aggregator, token: LinkToken): string[] {
  const record = itemToUpdate(aggregator, token)?.record;
  const additional = token.moreProducts ?? [];
  return [
    ...new Set([
      ...(record?.consentedProducts ?? record?.products ?? token.products),
      ...additional,
    ]),
  ];
}

/** True if update mode requests consent to a product that the user has not consented to yet. */
function needsMoreConsent(aggregator: Aggregator, token: LinkToken): boolean {
  const consented = itemToUpdate(aggregator, token)?.record.consentedProducts;
  return (
    consented !== undefined &&
    (token.moreProducts ?? []).some((product) => !consented.includes(product))
  );
}

/** Returns the accounts of a login. Throws INVALID_CREDENTIALS. */
function listAccounts(aggregator: Aggregator, body: Body) {
  const attempt = readAttempt(aggregator, body);
  const accounts = accountsOf(aggregator, attempt);
  return { accounts: accounts.map(({ key: _key, ...account }) => account) };
}

async function finishLink(aggregator: Aggregator, body: Body) {
  const attempt = readAttempt(aggregator, body);
  const { token, institution } = attempt;
  const accounts = accountsOf(aggregator, attempt);
  const accountIds = readStrings(body, 'account_ids') ?? [];
  const chosen = accounts.filter((account) => accountIds.includes(account.id));
  if (chosen.length === 0) throw new PlaidApiError('NO_ACCOUNTS', 'no accounts were shared');
  if (chosen.length < new Set(accountIds).size) {
    throw new PlaidApiError('INVALID_ACCOUNT_ID', 'one or more of the account IDs is invalid');
  }
  const keys = chosen.map((account) => account.key);

  const item = itemToUpdate(aggregator, token);
  const publicToken =
    item === null ? link(aggregator, attempt, keys) : repairItem(aggregator, attempt, item, keys);
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

/** A sign-in in the link flow. */
interface Attempt {
  token: LinkToken;
  institution: SandboxInstitution;
  signIn: Login;
  /** The user's time zone. Omitted if the flow did not send it. */
  timeZone?: string;
}

function link(
  aggregator: Aggregator,
  { token, institution: { institution_id: institutionId }, signIn, timeZone }: Attempt,
  accountKeys: string[],
): string {
  const record = createItemRecord(aggregator, {
    ...signIn,
    ...(timeZone !== undefined && { timeZone }),
    institutionId,
    products: token.products,
    moreProducts: token.moreProducts ?? [],
    webhook: token.webhook,
    daysRequested: token.daysRequested,
    idParts: itemIdParts(token, signIn, institutionId),
    accountKeys,
  });
  return createPublicToken(aggregator, record);
}

/** Update mode: the item keeps its tokens, so there is nothing to exchange. The user's time zone may have changed. */
function repairItem(
  aggregator: Aggregator,
  { token, timeZone }: Attempt,
  item: Item,
  keys: string[],
): null {
  const { context, webhooks } = aggregator;
  if (timeZone !== undefined) item.record.timeZone = timeZone;
  const { consentedProducts: consented } = item.record;
  // Without a consent step, the item already has consent to everything.
  if (consented !== undefined)
    item.record.consentedProducts = [...new Set([...consented, ...(token.moreProducts ?? [])])];
  repairLogin(aggregator, item);
  if (token.canChooseAccounts && shareAccounts(item, keys, new Date(context.clock.now()))) {
    webhooks.fireUpdates(item);
  }
  return null;
}

/** Reads and validates the login and the institution. In update mode, the username must be the item's. */
function readAttempt(aggregator: Aggregator, body: Body): Attempt {
  const token = aggregator.registry.linkToken(readString(body, 'link_token'));
  const institution = institutionById(token.institutionId ?? readString(body, 'institution_id'));
  const login = {
    username: readString(body, 'username').trim(),
    password: readString(body, 'password'),
  };
  findBankLogin(login);
  const timeZone = readOptionalString(body, 'time_zone');
  const zone = timeZone === null ? {} : { timeZone: knownTimeZone(timeZone) };
  const item = itemToUpdate(aggregator, token);
  if (item === null) return { token, institution, signIn: login, ...zone };
  const { username, password } = item.record;
  if (login.username !== username) {
    throw new PlaidApiError('INVALID_CREDENTIALS', 'this is not the login that was linked');
  }
  // A user_custom may sign in again with different JSON, but the item keeps its original JSON.
  return {
    token,
    institution,
    signIn: username === CUSTOM_USERNAME ? { username, password } : login,
    ...zone,
  };
}

/** Returns the item of an update mode token, or null if the token links a new item. Throws ITEM_NOT_FOUND. */
function itemToUpdate({ registry }: Aggregator, token: LinkToken): Item | null {
  if (token.itemId === null) return null;
  const item = registry.find(token.itemId);
  if (item === undefined || item.record.state === 'removed') {
    throw new PlaidApiError('ITEM_NOT_FOUND', 'The Item you requested cannot be found.');
  }
  return item;
}

/** Returns the accounts that can be shared, each with the ID it will have in the API. */
function accountsOf(
  aggregator: Aggregator,
  { token, signIn, institution: { institution_id: institutionId }, timeZone }: Attempt,
): (LinkAccount & { key: string })[] {
  const { context, registry } = aggregator;
  const item = itemToUpdate(aggregator, token);
  const seed = item?.record.seed ?? registry.currentSeed;
  const itemId =
    item?.record.itemId ?? deriveId('item', ...itemIdParts(token, signIn, institutionId));
  const bankData = findBankLogin(signIn).dataOn(context.clock.today(timeZone), seed);
  return filterAccounts(token, bankData).map((account) => describeAccount(itemId, account));
}

function describeAccount(itemId: string, account: BankAccount): LinkAccount & { key: string } {
  return {
    key: account.key,
    id: deriveId('account', itemId, account.key),
    name: account.name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
  };
}

function describeInstitution(institution: SandboxInstitution) {
  const { institution_id, name, primary_color, logo, products } = institution;
  return { institution_id, name, primary_color, logo, products };
}

function sessionIdOf(token: LinkToken): string {
  return deriveId('link session', token.token);
}
