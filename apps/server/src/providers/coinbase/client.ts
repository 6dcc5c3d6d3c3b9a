import type { Logger } from '../../platform/log.ts';
import {
  ExchangeError,
  type ExchangeProvider,
} from '../../platform/providers/exchange-provider.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { type CoinbaseCaller, createCoinbaseCaller, provider } from './call-coinbase.ts';
import { parseBalances, parsePage, parseRates, parseTokens } from './map.ts';

/** An OAuth client, as shown in Coinbase's developer portal, and the provider's URLs. */
export interface CoinbaseSettings {
  clientId: string;
  clientSecret: string;
  /** The base URL of the consent page and the token endpoint. */
  loginUrl: string;
  apiUrl: string;
}

/** Space-separated. Coinbase's documentation also shows commas. */
const scopes = ['wallet:accounts:read', 'offline_access'].join(' ');
/** The API version, sent as `cb-version`. */
const apiVersion = '2022-01-06';
const rowsPerPage = '100';
/** More pages than any user's wallets fill. If there are more, the pagination must be looping. */
const maxPages = 50;

/**
 * Creates the provider (docs.cdp.coinbase.com, 'Coinbase App APIs'). `returnUrl` must be registered with Coinbase in
 * exactly this form.
 */
export function createCoinbaseProvider(
  settings: CoinbaseSettings & { returnUrl: string },
  log: Logger,
  policy: CallPolicy = defaultCallPolicy,
): ExchangeProvider {
  const caller = createCoinbaseCaller(log, policy);
  return {
    key: provider,
    name: 'Coinbase',
    ...accessCalls(caller, settings),
    ...dataCalls(caller, settings),
  };
}

/** The calls of OAuth: consent, tokens, and revoking them. */
function accessCalls(
  { requestBody, fetchParsed }: CoinbaseCaller,
  { clientId, clientSecret, loginUrl, returnUrl }: CoinbaseSettings & { returnUrl: string },
): Pick<ExchangeProvider, 'authorizeUrl' | 'exchangeCode' | 'refreshTokens' | 'revoke'> {
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const requestTokens = (form: Record<string, string>) =>
    fetchParsed('token', parseTokens, {
      url: `${loginUrl}/oauth2/token`,
      form: { ...form, ...credentials },
    });
  return {
    authorizeUrl({ state, challenge }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: returnUrl,
        state,
        scope: scopes,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return `${loginUrl}/oauth2/auth?${query}`;
    },
    exchangeCode: (code, verifier) =>
      requestTokens({
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnUrl,
        code_verifier: verifier,
      }),
    refreshTokens: (refreshToken) =>
      requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(accessToken) {
      await requestBody({
        call: 'revoke',
        url: `${loginUrl}/oauth2/revoke`,
        form: { token: accessToken, ...credentials },
        headers: { authorization: `Bearer ${accessToken}` },
        expectsJson: false,
      });
    },
  };
}

/** The calls that read balances and exchange rates. */
function dataCalls(
  { fetchParsed, parseOrThrow }: CoinbaseCaller,
  { apiUrl }: CoinbaseSettings,
): Pick<ExchangeProvider, 'balances' | 'unitsPerDollar'> {
  return {
    async balances(accessToken) {
      const rows: unknown[] = [];
      let after: string | null = '';
      for (let page = 0; after !== null; page += 1) {
        if (page === maxPages) throw new ExchangeError('unexpected', 'ENDLESS_PAGINATION');
        const cursor: Record<string, string> = after === '' ? {} : { starting_after: after };
        const next: ReturnType<typeof parsePage> = await fetchParsed('accounts', parsePage, {
          url: `${apiUrl}/v2/accounts?${new URLSearchParams({ limit: rowsPerPage, ...cursor })}`,
          headers: { authorization: `Bearer ${accessToken}`, 'cb-version': apiVersion },
        });
        rows.push(...next.rows);
        after = next.after;
      }
      return parseOrThrow('accounts', () => parseBalances(rows));
    },
    unitsPerDollar: () =>
      fetchParsed('exchange-rates', parseRates, {
        url: `${apiUrl}/v2/exchange-rates?currency=USD`,
        headers: { 'cb-version': apiVersion },
      }),
  };
}
