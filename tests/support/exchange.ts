import type { CallBody } from '@cairn/contract/calls';
import type { Product, TestClient } from './test-client.ts';

/** A consent at the sandbox's crypto exchange. */
export interface ExchangeLink {
  user: string;
  revoked: boolean;
  /** How often its tokens were renewed. */
  renewals: number;
}

/** How the browser that began a link ends it: what it brings back, and its cookie. */
export interface AgreedLink {
  body: CallBody<'POST /cb/code'>;
  headers: { cookie: string };
}

/** Has somebody at the exchange agree to a link that this user begins. */
export async function agree(client: TestClient, user: string): Promise<AgreedLink> {
  const begun = await client.call('GET /crypto/authorize-url');
  if (begun.status !== 200) throw new Error(`Linking began with ${begun.status}`);
  const { url } = begun.body;
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
    headers: { cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' },
  };
}

/** Links somebody's account at the exchange. */
export const linkExchange = async (client: TestClient, user: string) =>
  client.reply('POST /cb/code', await agree(client, user));

/** The consents of somebody at the exchange. */
export async function exchangeLinks({ sandbox }: Product, user: string): Promise<ExchangeLink[]> {
  const { links } = await sandbox.control<{ links: ExchangeLink[] }>('exchange');
  return links.filter((link) => link.user === user);
}
