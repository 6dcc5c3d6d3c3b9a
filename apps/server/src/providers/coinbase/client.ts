import type { Logger } from '../../platform/log.ts';
import {
  ExchangeError,
  type ExchangeProvider,
} from '../../platform/providers/exchange-provider.ts';
import {
  createProviderRequestSender,
  type ProviderRequest,
  ProviderUnavailable,
} from '../../platform/providers/provider-request.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { parseCoinbaseError } from './errors.ts';
import { MalformedResponse, parseBalances, parsePage, parsePrices, parseTokens } from './map.ts';

/** An OAuth client, as shown in Coinbase's developer portal, and the provider's URLs. */
export interface CoinbaseSettings {
  clientId: string;
  clientSecret: string;
  /** The base URL of consent and tokens. */
  loginUrl: string;
  apiUrl: string;
}

/** Space-separated. Coinbase's documentation also shows commas. */
const scopes = ['wallet:accounts:read', 'offline_access'].join(' ');
/** The API version, sent as `cb-version`. */
const apiVersion = '2022-01-06';
const rowsPerPage = '100';
/** More pages than any user has wallets: beyond it, pagination loops. */
const maxPages = 50;

/** Coinbase (docs.cdp.coinbase.com, 'Coinbase App APIs'). `returnUrl` must be registered there exactly. */
export function createCoinbaseProvider(
  { clientId, clientSecret, loginUrl, apiUrl, returnUrl }: CoinbaseSettings & { returnUrl: string },
  log: Logger,
  policy: CallPolicy = defaultCallPolicy,
): ExchangeProvider {
  const provider = 'coinbase';
  const sendRequest = createProviderRequestSender(provider, log, policy);

  async function requestBody(request: ProviderRequest): Promise<unknown> {
    const { status, body } = await sendRequest(request);
    if (status < 400) return body;
    const error = parseCoinbaseError(status, body);
    const level = error.kind === 'access_expired' ? 'info' : 'warn';
    log[level]({
      event: 'provider_call_failed',
      provider,
      call: request.call,
      code: error.message,
    });
    throw error;
  }

  const requestTokens = async (form: Record<string, string>) =>
    fetchParsed('token', parseTokens, {
      url: `${loginUrl}/oauth2/token`,
      form: { ...form, client_id: clientId, client_secret: clientSecret },
    });

  /** Fetches and parses JSON. Throws `ProviderUnavailable` if it is malformed. */
  async function fetchParsed<T>(
    call: string,
    parse: (body: unknown) => T,
    request: Omit<ProviderRequest, 'call' | 'expectsJson'>,
  ): Promise<T> {
    const body = await requestBody({ ...request, call, expectsJson: true });
    return parseOrThrow(call, () => parse(body));
  }

  function parseOrThrow<T>(call: string, parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof MalformedResponse)) throw error;
      log.warn({
        event: 'provider_call_failed',
        provider,
        call,
        code: `MALFORMED_${error.message}`,
      });
      throw new ProviderUnavailable('MALFORMED_RESPONSE', { retryable: false });
    }
  }

  return {
    key: provider,
    name: 'Coinbase',
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
        form: { token: accessToken, client_id: clientId, client_secret: clientSecret },
        headers: { authorization: `Bearer ${accessToken}` },
        expectsJson: false,
      });
    },
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
    prices: () =>
      fetchParsed('exchange-rates', parsePrices, {
        url: `${apiUrl}/v2/exchange-rates?currency=USD`,
        headers: { 'cb-version': apiVersion },
      }),
  };
}
