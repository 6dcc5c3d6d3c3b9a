import { type ExchangeHolding, exchangePeople } from '@cairn/people/exchange-people';
import type { FastifyPluginAsync } from 'fastify';
import { handleControlErrors } from '../control/control-errors.ts';
import {
  choiceOf,
  flagOf,
  optionalStringOf,
  readFields,
  stringOf,
  Unprocessable,
} from '../control/control-fields.ts';
import { readAuthorizeUrl } from '../control/read-authorize-url.ts';
import { AuthorizeError, readAuthorizeRequest } from './authorize-request.ts';
import { deniedRedirectUrl, grantAccess } from './consent-page.ts';
import type { ExchangeContext } from './exchange-context.ts';

const maxHoldings = 1_000;

/**
 * `/control/exchange/...`: `consent` grants or denies access without the page and returns `{location}`; `holdings` and
 * `rates` set values; `access` expires or revokes tokens; `GET /control/exchange` lists people, links, holdings, and
 * rates.
 */
export const control: FastifyPluginAsync<{ exchange: ExchangeContext }> = async (
  app,
  { exchange },
) => {
  handleControlErrors(app);
  const { grants, holdings } = exchange;

  app.get('/control/exchange', async () => ({
    people: exchangePeople.map(({ username, fullName, description }) => ({
      username,
      full_name: fullName,
      description,
      holdings: holdings.of(username),
    })),
    links: grants.list().map(({ id, user, revoked, renewals, tokens, scopes }) => ({
      id,
      user,
      scopes,
      revoked,
      renewals,
      access_expires_at: new Date(tokens?.accessExpiresAt ?? 0).toISOString(),
      holdings: holdings.of(user),
    })),
    rates: holdings.rates(),
  }));

  app.post('/control/exchange/consent', async (request) => {
    const fields = readFields(request.body, 'the body', ['authorize_url', 'user', 'deny']);
    const { authorization } = readAuthorizeUrl(
      stringOf(fields, 'authorize_url'),
      '/coinbase/oauth2/auth',
      (query) => readAuthorizeRequest(query, exchange.redirectUri),
      (error) => error instanceof AuthorizeError,
    );
    if (flagOf(fields, 'deny')) return { location: deniedRedirectUrl(authorization) };
    const user = optionalStringOf(fields, 'user') ?? exchangePeople[0]?.username ?? '';
    return { location: await grantAccess(exchange, user, authorization) };
  });

  app.post('/control/exchange/holdings', async (request) => {
    const fields = readFields(request.body, 'the body', ['user', 'holdings']);
    const user = stringOf(fields, 'user');
    holdings.setHoldings(user, readHoldings(fields.holdings));
    return { user, holdings: holdings.of(user) };
  });

  app.post('/control/exchange/rates', async (request) => {
    for (const [code, rate] of Object.entries(readRates(request.body)))
      holdings.setRate(code, rate);
    return holdings.rates();
  });

  app.post('/control/exchange/access', async (request) => {
    const fields = readFields(request.body, 'the body', ['user', 'how']);
    const user = stringOf(fields, 'user');
    const how = choiceOf(fields, 'how', ['expire', 'revoke']);
    const userGrants = grants.list().filter((grant) => grant.user === user && !grant.revoked);
    if (how === 'expire') await grants.expireAccessTokens(user, exchange.now());
    else for (const grant of userGrants) await grants.revoke(grant);
    return { links: userGrants.length };
  });
};

/** Reads holdings. Amounts can be strings or numbers. */
function readHoldings(value: unknown): ExchangeHolding[] {
  if (!Array.isArray(value) || value.length > maxHoldings)
    throw new Unprocessable(`holdings must be a list of at most ${maxHoldings}`);
  return value.map((entry: unknown, index) => {
    const fields = readFields(entry, `holdings[${index}]`, ['code', 'amount', 'vault']);
    const amount =
      typeof fields.amount === 'number' ? String(fields.amount) : stringOf(fields, 'amount');
    return {
      code: stringOf(fields, 'code'),
      amount,
      ...(flagOf(fields, 'vault') ? { vault: true as const } : {}),
    };
  });
}

/** Reads rates. Any string is accepted, to test bad data; '' means no rate, and null removes the override. */
function readRates(body: unknown): Record<string, string | null> {
  const codes = Object.keys(Object(body ?? {}));
  const fields = readFields(body, 'the body', codes);
  return Object.fromEntries(
    Object.entries(fields).map(([code, rate]) => {
      if (rate === null || typeof rate === 'string') return [code, rate];
      if (typeof rate === 'number' && Number.isFinite(rate)) return [code, String(rate)];
      throw new Unprocessable(
        `${code} must be a number or a string, or null to remove the override`,
      );
    }),
  );
}
