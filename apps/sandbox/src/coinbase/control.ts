import { exchangePeople, type Held } from '@cairn/people/exchange-people';
import type { FastifyPluginAsync } from 'fastify';
import { answerErrors } from '../control/control-errors.ts';
import { readAuthorizeUrl } from '../control/read-authorize-url.ts';
import {
  choiceOf,
  flagOf,
  optionalTextOf,
  readFields,
  textOf,
  Unprocessable,
} from '../control/read-control.ts';
import { agreedAddress, deniedAddress } from './authorize.ts';
import { AuthorizeRefusal, readAuthorizeRequest } from './authorize-request.ts';
import type { ExchangeDesk } from './desk.ts';

const longestList = 1_000;

/**
 * `/control/exchange/...`: `consent` does what the person would on the page and answers `{location}`;
 * `holdings` and `rates` set what there is; `access` ends tokens; with GET, `exchange` lists who has linked.
 */
export const control: FastifyPluginAsync<{ desk: ExchangeDesk }> = async (app, { desk }) => {
  answerErrors(app);
  const { grants, holdings } = desk;

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
    const given = readFields(request.body, 'the body', ['authorize_url', 'user', 'deny']);
    const { asked } = readAuthorizeUrl(
      textOf(given, 'authorize_url'),
      '/coinbase/oauth2/auth',
      (query) => readAuthorizeRequest(query, desk.redirectUri),
      (error) => error instanceof AuthorizeRefusal,
    );
    if (flagOf(given, 'deny')) return { location: deniedAddress(asked) };
    const user = optionalTextOf(given, 'user') ?? exchangePeople[0]?.username ?? '';
    return { location: await agreedAddress(desk, user, asked) };
  });

  app.post('/control/exchange/holdings', async (request) => {
    const given = readFields(request.body, 'the body', ['user', 'holdings']);
    const user = textOf(given, 'user');
    holdings.setHoldings(user, readHoldings(given.holdings));
    return { user, holdings: holdings.of(user) };
  });

  app.post('/control/exchange/rates', async (request) => {
    for (const [code, rate] of Object.entries(readRates(request.body)))
      holdings.setRate(code, rate);
    return holdings.rates();
  });

  app.post('/control/exchange/access', async (request) => {
    const given = readFields(request.body, 'the body', ['user', 'how']);
    const user = textOf(given, 'user');
    const how = choiceOf(given, 'how', ['expire', 'revoke']);
    const theirs = grants.list().filter((grant) => grant.user === user && !grant.revoked);
    if (how === 'expire') await grants.expire(user, desk.now());
    else for (const grant of theirs) await grants.revoke(grant);
    return { links: theirs.length };
  });
};

/** An amount may be a number too: it is what people type. */
function readHoldings(value: unknown): Held[] {
  if (!Array.isArray(value) || value.length > longestList)
    throw new Unprocessable(`holdings must be a list of at most ${longestList}`);
  return value.map((each: unknown, index) => {
    const given = readFields(each, `holdings[${index}]`, ['code', 'amount', 'vault']);
    const amount =
      typeof given.amount === 'number' ? String(given.amount) : textOf(given, 'amount');
    return {
      code: textOf(given, 'code'),
      amount,
      ...(flagOf(given, 'vault') ? { vault: true as const } : {}),
    };
  });
}

/** Any text will do, for an exchange can be wrong; '' is no rate, null takes back what was set. */
function readRates(body: unknown): Record<string, string | null> {
  const known = Object.keys(Object(body ?? {}));
  const given = readFields(body, 'the body', known);
  return Object.fromEntries(
    Object.entries(given).map(([code, rate]) => {
      if (rate === null || typeof rate === 'string') return [code, rate];
      if (typeof rate === 'number' && Number.isFinite(rate)) return [code, String(rate)];
      throw new Unprocessable(
        `${code} must be a number or a text, or null for the rate of the hour`,
      );
    }),
  );
}
