import type { CallBody } from '@cairn/contract/calls';
import type { Product, TestClient } from './test-client.ts';

/** A consent at the sandbox's crypto exchange. */
export interface ExchangeLink {
  user: string;
  revoked: boolean;
  /** How often its tokens were renewed. */
  renewals: number;
}

/** Has somebody at the exchange agree to a link that this user begins; answers what the browser brings back. */
export async function agree(client: TestClient, user: string): Promise<CallBody<'POST /cb/code'>> {
  const { url } = await client.reply('GET /crypto/authorize-url');
  const { location } = await client.server.sandbox.control<{ location: string }>(
    'exchange/consent',
    {
      authorize_url: url,
      user,
    },
  );
  const { searchParams } = new URL(location);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

/** Links somebody's account at the exchange. */
export const linkExchange = async (client: TestClient, user: string) =>
  client.reply('POST /cb/code', { body: await agree(client, user) });

/** The consents of somebody at the exchange. */
export async function exchangeLinks({ sandbox }: Product, user: string): Promise<ExchangeLink[]> {
  const { links } = await sandbox.control<{ links: ExchangeLink[] }>('exchange');
  return links.filter((link) => link.user === user);
}
