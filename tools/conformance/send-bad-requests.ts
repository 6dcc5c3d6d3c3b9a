import type { Body } from './conformance-client.ts';
import { type ConformanceRun, linkTokenRequest } from './exercise-items.ts';

/** For each type of a field, a value of another type. */
const valueOfOtherType: Record<string, unknown> = {
  string: 7,
  integer: 'seven',
  number: 'seven',
  boolean: 'yes',
  array: 'a list',
  object: 'an object',
};

/**
 * Sends invalid requests to each call: missing fields, unknown fields, fields of the wrong type, wrong
 * credentials, and wrong access tokens.
 */
export async function sendBadRequests(run: ConformanceRun): Promise<void> {
  const { client, specification } = run;
  const valid = await validBodies(run);
  for (const [path, body] of Object.entries(valid)) {
    for (const field of specification.requiredFields(path).filter((name) => name in body)) {
      const { [field]: _, ...incomplete } = body;
      await client.expectError(path, incomplete, ['MISSING_FIELDS']);
    }
    for (const [field, type] of Object.entries(specification.fieldTypes(path))) {
      if (!(field in body) || valueOfOtherType[type] === undefined) continue;
      await client.expectError(path, { ...body, [field]: valueOfOtherType[type] }, wrongTypeCodes);
    }
    await client.expectError(path, { ...body, no_such_field: 1 }, ['UNKNOWN_FIELDS']);
    await client.expectError(path, body, ['INVALID_API_KEYS'], { secret: 'another' });
    await client.expectError(path, body, ['INVALID_API_KEYS'], { client_id: 'another' });
    if ('access_token' in body)
      await client.expectError(path, { ...body, access_token: 'access-sandbox-none' }, [
        'INVALID_ACCESS_TOKEN',
      ]);
  }
  await sendSpecialCases(run, valid);
}

const wrongTypeCodes = [
  'INVALID_FIELD',
  'INVALID_ACCESS_TOKEN',
  'INVALID_PUBLIC_TOKEN',
  'INVALID_BODY',
];

/** Sends values that are invalid for one call only. */
async function sendSpecialCases(
  { client }: ConformanceRun,
  valid: Record<string, Body>,
): Promise<void> {
  const request = (path: string, changes: Body): [string, Body] => [
    path,
    { ...valid[path], ...changes },
  ];
  const cases: [[string, Body], string][] = [
    [request('/item/public_token/exchange', {}), 'INVALID_PUBLIC_TOKEN'],
    [
      request('/item/public_token/exchange', { public_token: 'public-sandbox-0' }),
      'INVALID_PUBLIC_TOKEN',
    ],
    [request('/transactions/sync', { count: 501 }), 'INVALID_FIELD'],
    [request('/transactions/sync', { count: 0 }), 'INVALID_FIELD'],
    [request('/transactions/sync', { cursor: 'nowhere' }), 'INVALID_FIELD'],
    [request('/accounts/get', { options: { account_ids: ['none'] } }), 'INVALID_ACCOUNT_ID'],
    [
      request('/accounts/balance/get', { options: { account_ids: ['none'] } }),
      'INVALID_ACCOUNT_ID',
    ],
    [request('/liabilities/get', { options: { account_ids: ['none'] } }), 'INVALID_ACCOUNT_ID'],
    [
      request('/investments/holdings/get', { options: { account_ids: ['none'] } }),
      'INVALID_ACCOUNT_ID',
    ],
    [request('/institutions/get_by_id', { institution_id: 'ins_none' }), 'INVALID_INSTITUTION'],
    [
      request('/sandbox/public_token/create', { institution_id: 'ins_none' }),
      'INVALID_INSTITUTION',
    ],
    [request('/sandbox/public_token/create', { initial_products: [] }), 'INVALID_FIELD'],
    [
      request('/sandbox/public_token/create', { options: { override_username: 'user_none' } }),
      'INVALID_CREDENTIALS',
    ],
    [
      request('/webhook_verification_key/get', { key_id: 'none' }),
      'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    ],
    [request('/sandbox/item/fire_webhook', { webhook_code: 'NO_SUCH_CODE' }), 'INVALID_FIELD'],
    [
      request('/sandbox/item/fire_webhook', { webhook_code: 'PRODUCT_READY' }),
      'SANDBOX_PRODUCT_NOT_ENABLED',
    ],
    [request('/link/token/create', { language: 'tlh' }), 'INVALID_FIELD'],
    [request('/link/token/create', { country_codes: [] }), 'INVALID_FIELD'],
    [request('/item/webhook/update', { webhook: 'no address' }), 'INVALID_FIELD'],
  ];
  for (const [[path, invalid], code] of cases) await client.expectError(path, invalid, [code]);
}

/** A valid body for each call. */
async function validBodies({ client, webhooks }: ConformanceRun): Promise<Record<string, Body>> {
  const create = { institution_id: 'ins_1', initial_products: ['transactions'] };
  const { public_token } = await client.call('/sandbox/public_token/create', {
    ...create,
    options: { webhook: webhooks.url },
  });
  // Exchanges the public token, so that a second exchange must fail.
  const { access_token } = await client.call('/item/public_token/exchange', { public_token });
  await client.call('/link/token/create', { ...linkTokenRequest, products: ['transactions'] });
  await client.call('/institutions/search', {
    query: 'a',
    products: ['transactions'],
    country_codes: ['US'],
  });
  return {
    '/sandbox/public_token/create': create,
    '/item/public_token/exchange': { public_token },
    '/link/token/create': { ...linkTokenRequest, products: ['transactions'] },
    '/item/get': { access_token },
    '/item/remove': { access_token },
    '/item/webhook/update': { access_token, webhook: webhooks.url },
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
