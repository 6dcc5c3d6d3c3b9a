import type { CallBody } from '@cairn/contract/calls';
import type { AppUnderTest, TestClient } from '../requests/test-client.ts';

/** A consent at the sandbox's crypto exchange. */
export interface ExchangeLink {
  user: string;
  revoked: boolean;
  /** The number of token refreshes. */
  renewals: number;
}

/** What the browser sends to finish linking: the code and state, and its cookie. */
export interface ExchangeConsent {
  body: CallBody<'POST /cb/code'>;
  headers: { cookie: string };
}

/** Starts linking for a client, and consents as a user of the exchange. */
export async function consentAtExchange(
  client: TestClient,
  user: string,
): Promise<ExchangeConsent> {
  const authorization = await client.call('GET /crypto/authorize-url');
  if (authorization.status !== 200)
    throw new Error(`Starting the link responded with ${authorization.status}`);
  const { url } = authorization.body;
  const { location } = await client.server.sandbox.control<{ location: string }>(
    'exchange/consent',
    {
      authorize_url: url,
      user,
    },
  );
  const { searchParams } = new URL(location);
  return {
    body: { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' },
    headers: { cookie: authorization.headers.get('set-cookie')?.split(';')[0] ?? '' },
  };
}

/** Links an account at the exchange. */
export const linkExchange = async (client: TestClient, user: string) =>
  client.request('POST /cb/code', await consentAtExchange(client, user));

/** Lists the consents of a user of the exchange. */
export async function listExchangeLinks(
  { sandbox }: AppUnderTest,
  user: string,
): Promise<ExchangeLink[]> {
  const { links } = await sandbox.control<{ links: ExchangeLink[] }>('exchange');
  return links.filter((link) => link.user === user);
}
