import {
  createAskProvider,
  ProviderAway,
  type ProviderQuestion,
} from '../../platform/ask-provider.ts';
import { ExchangeFault, type ExchangeProvider } from '../../platform/exchange-provider.ts';
import type { Logger } from '../../platform/log.ts';
import { type Patience, usualPatience } from '../../platform/retrying.ts';
import { faultIn } from './errors.ts';
import { balancesIn, Malformed, pageIn, pricesIn, tokensIn } from './map.ts';

/** An OAuth client, as Coinbase's developer portal shows it, and where it is used. */
export interface CoinbaseSettings {
  clientId: string;
  clientSecret: string;
  /** Where people agree and tokens are given. */
  loginUrl: string;
  apiUrl: string;
}

/** What we ask for. The documentation separates scopes by a space in one place, by a comma in another. */
const scopes = ['wallet:accounts:read', 'offline_access'].join(' ');
/** The day whose form of the API we read. */
const version = '2022-01-06';
const rowsPerPage = '100';
/** Nobody has so many wallets: a list that goes on leads in a circle. */
const mostPages = 50;

/** Coinbase (docs.cdp.coinbase.com, 'Coinbase App APIs'). `returnUrl` is registered there to the letter. */
export function createCoinbaseProvider(
  { clientId, clientSecret, loginUrl, apiUrl, returnUrl }: CoinbaseSettings & { returnUrl: string },
  log: Logger,
  patience: Patience = usualPatience,
): ExchangeProvider {
  const provider = 'coinbase';
  const askPatiently = createAskProvider(provider, log, patience);

  async function ask(question: ProviderQuestion): Promise<unknown> {
    const { status, body } = await askPatiently(question);
    if (status < 400) return body;
    const fault = faultIn(status, body);
    const level = fault.kind === 'access_over' ? 'info' : 'warn';
    log[level]({
      event: 'provider_call_failed',
      provider,
      call: question.call,
      code: fault.message,
    });
    throw fault;
  }

  const tokens = async (form: Record<string, string>) =>
    read('token', tokensIn, {
      url: `${loginUrl}/oauth2/token`,
      form: { ...form, client_id: clientId, client_secret: clientSecret },
    });

  /** Asks for JSON and reads it; what cannot be read is as good as no answer. */
  async function read<T>(
    call: string,
    map: (body: unknown) => T,
    question: Omit<ProviderQuestion, 'call' | 'expectsJson'>,
  ): Promise<T> {
    const body = await ask({ ...question, call, expectsJson: true });
    try {
      return map(body);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      log.warn({
        event: 'provider_call_failed',
        provider,
        call,
        code: `MALFORMED_${error.message}`,
      });
      throw new ProviderAway('MALFORMED_ANSWER', { worthRetrying: false });
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
    exchange: (code, verifier) =>
      tokens({
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnUrl,
        code_verifier: verifier,
      }),
    renew: (refreshToken) => tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(accessToken) {
      await ask({
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
        if (page === mostPages) throw new ExchangeFault('unexpected', 'ENDLESS_LIST');
        const place: Record<string, string> = after === '' ? {} : { starting_after: after };
        const next: ReturnType<typeof pageIn> = await read('accounts', pageIn, {
          url: `${apiUrl}/v2/accounts?${new URLSearchParams({ limit: rowsPerPage, ...place })}`,
          headers: { authorization: `Bearer ${accessToken}`, 'cb-version': version },
        });
        rows.push(...next.rows);
        after = next.after;
      }
      return balancesOf(rows);
    },
    prices: () =>
      read('exchange-rates', pricesIn, {
        url: `${apiUrl}/v2/exchange-rates?currency=USD`,
        headers: { 'cb-version': version },
      }),
  };

  function balancesOf(rows: readonly unknown[]) {
    try {
      return balancesIn(rows);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      log.warn({
        event: 'provider_call_failed',
        provider,
        call: 'accounts',
        code: `MALFORMED_${error.message}`,
      });
      throw new ProviderAway('MALFORMED_ANSWER', { worthRetrying: false });
    }
  }
}
