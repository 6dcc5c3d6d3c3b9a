import type { Body } from './caller.ts';
import { type Conversation, linkToken } from './converse.ts';

/** A value of another type than the one that a field has. */
const otherType: Record<string, unknown> = {
  string: 7,
  integer: 'seven',
  number: 'seven',
  boolean: 'yes',
  array: 'a list',
  object: 'an object',
};

/** For each call: bodies that lack a field, hold one too many or one of the wrong type, wrong keys, wrong tokens. */
export async function refuseBadRequests(conversation: Conversation): Promise<void> {
  const { caller, specification } = conversation;
  const good = await goodBodies(conversation);
  for (const [path, body] of Object.entries(good)) {
    for (const field of specification.requiredOf(path).filter((name) => name in body)) {
      const { [field]: _, ...rest } = body;
      await caller.refused(path, rest, ['MISSING_FIELDS']);
    }
    for (const [field, type] of Object.entries(specification.typesOf(path))) {
      if (!(field in body) || otherType[type] === undefined) continue;
      await caller.refused(path, { ...body, [field]: otherType[type] }, wrongType);
    }
    await caller.refused(path, { ...body, no_such_field: 1 }, ['UNKNOWN_FIELDS']);
    await caller.refused(path, body, ['INVALID_API_KEYS'], { secret: 'another' });
    await caller.refused(path, body, ['INVALID_API_KEYS'], { client_id: 'another' });
    if ('access_token' in body)
      await caller.refused(path, { ...body, access_token: 'access-sandbox-none' }, [
        'INVALID_ACCESS_TOKEN',
      ]);
  }
  await refuseSingleCases(conversation, good);
}

const wrongType = ['INVALID_FIELD', 'INVALID_ACCESS_TOKEN', 'INVALID_PUBLIC_TOKEN', 'INVALID_BODY'];

async function refuseSingleCases(
  { caller }: Conversation,
  good: Record<string, Body>,
): Promise<void> {
  const body = (path: string, changes: Body): [string, Body] => [
    path,
    { ...good[path], ...changes },
  ];
  const cases: [[string, Body], string][] = [
    [body('/item/public_token/exchange', {}), 'INVALID_PUBLIC_TOKEN'],
    [
      body('/item/public_token/exchange', { public_token: 'public-sandbox-0' }),
      'INVALID_PUBLIC_TOKEN',
    ],
    [body('/transactions/sync', { count: 501 }), 'INVALID_FIELD'],
    [body('/transactions/sync', { count: 0 }), 'INVALID_FIELD'],
    [body('/transactions/sync', { cursor: 'nowhere' }), 'INVALID_FIELD'],
    [body('/accounts/get', { options: { account_ids: ['none'] } }), 'INVALID_ACCOUNT_ID'],
    [body('/accounts/balance/get', { options: { account_ids: ['none'] } }), 'INVALID_ACCOUNT_ID'],
    [body('/liabilities/get', { options: { account_ids: ['none'] } }), 'INVALID_ACCOUNT_ID'],
    [
      body('/investments/holdings/get', { options: { account_ids: ['none'] } }),
      'INVALID_ACCOUNT_ID',
    ],
    [body('/institutions/get_by_id', { institution_id: 'ins_none' }), 'INVALID_INSTITUTION'],
    [body('/sandbox/public_token/create', { institution_id: 'ins_none' }), 'INVALID_INSTITUTION'],
    [body('/sandbox/public_token/create', { initial_products: [] }), 'INVALID_FIELD'],
    [
      body('/sandbox/public_token/create', { options: { override_username: 'user_none' } }),
      'INVALID_CREDENTIALS',
    ],
    [
      body('/webhook_verification_key/get', { key_id: 'none' }),
      'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    ],
    [body('/sandbox/item/fire_webhook', { webhook_code: 'NO_SUCH_CODE' }), 'INVALID_FIELD'],
    [
      body('/sandbox/item/fire_webhook', { webhook_code: 'PRODUCT_READY' }),
      'SANDBOX_PRODUCT_NOT_ENABLED',
    ],
    [body('/link/token/create', { language: 'tlh' }), 'INVALID_FIELD'],
    [body('/link/token/create', { country_codes: [] }), 'INVALID_FIELD'],
    [body('/item/webhook/update', { webhook: 'no address' }), 'INVALID_FIELD'],
  ];
  for (const [[path, bad], code] of cases) await caller.refused(path, bad, [code]);
}

/** A body for each call that would be taken as it is. */
async function goodBodies({ caller, webhooks }: Conversation): Promise<Record<string, Body>> {
  const create = { institution_id: 'ins_1', initial_products: ['transactions'] };
  const { public_token } = await caller.call('/sandbox/public_token/create', {
    ...create,
    options: { webhook: webhooks.address },
  });
  // Used up by this, so that exchanging it again is refused.
  const { access_token } = await caller.call('/item/public_token/exchange', { public_token });
  await caller.call('/link/token/create', { ...linkToken, products: ['transactions'] });
  await caller.call('/institutions/search', {
    query: 'a',
    products: ['transactions'],
    country_codes: ['US'],
  });
  return {
    '/sandbox/public_token/create': create,
    '/item/public_token/exchange': { public_token },
    '/link/token/create': { ...linkToken, products: ['transactions'] },
    '/item/get': { access_token },
    '/item/remove': { access_token },
    '/item/webhook/update': { access_token, webhook: webhooks.address },
    '/accounts/get': { access_token },
    '/accounts/balance/get': { access_token },
    '/transactions/sync': { access_token, cursor: '', count: 10 },
    '/transactions/refresh': { access_token },
    '/transactions/recurring/get': { access_token },
    '/liabilities/get': { access_token },
    '/investments/holdings/get': { access_token },
    '/institutions/get_by_id': { institution_id: 'ins_1', country_codes: ['US'] },
    '/institutions/search': { query: 'a', products: ['transactions'], country_codes: ['US'] },
    '/webhook_verification_key/get': { key_id: 'a key' },
    '/sandbox/item/reset_login': { access_token },
    '/sandbox/item/fire_webhook': { access_token, webhook_code: 'SYNC_UPDATES_AVAILABLE' },
  };
}
