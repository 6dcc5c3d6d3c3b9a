/** An item as `/control/items` describes it. */
export type Item = {
  item_id: string;
  state: string;
  institution_id: string;
  institution_name: string;
  username: string;
  webhook: string | null;
  synced: boolean;
  consented_products: string[];
  transactions: number;
  pending: number;
  last_webhook: { code: string; sent_at: string } | null;
  accounts: {
    account_id: string;
    name: string;
    mask: string | null;
    balances: { current: number | null; iso_currency_code: string | null };
  }[];
};

/** One of its transactions. */
export type Row = {
  transaction_id: string;
  date: string;
  name: string;
  amount: number;
  iso_currency_code: string | null;
  pending: boolean;
};

/** The webhooks that can be sent by hand, and how one can be forged. */
export type WebhookKinds = { codes: string[]; forgeries: string[] };

export type Payment = {
  client_reference_id: string | null;
  email: string | null;
  plan: string;
  amount_total: number;
  payment_status: string;
  subscription_status: string | null;
  cancel_at_period_end: boolean;
  refunded: boolean;
  /** Whether money was taken at all. */
  paid: boolean;
  /** Whether a dispute is open. */
  disputed: boolean;
};

export type Person = {
  username: string;
  password: string;
  full_name: string;
  description: string;
};

export type Bank = { institution_id: string; name: string; primary_color: string; logo: string };

export type Quote = { symbol: string; price: number };

/** What somebody lets the app see at the crypto exchange. */
export type ExchangeLink = {
  id: string;
  user: string;
  revoked: boolean;
  /** How often the app has renewed its tokens. */
  renewals: number;
  access_expires_at: string;
  holdings: { code: string; amount: string }[];
};

/** Everybody at the crypto exchange, who has linked it, and what a dollar buys of each coin. */
export type Exchange = {
  people: { username: string; full_name: string; holdings: ExchangeLink['holdings'] }[];
  links: ExchangeLink[];
  rates: Record<string, string>;
};

export type Mail = { id: string; received_at: string; to: string; subject: string };

export type Fault = {
  provider: string;
  route: string | null;
  kind: string;
  times: number;
  code?: string;
  institution_id?: string;
};

export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
};

/** Reads what `/control` tells. The shapes are our own server's. */
export const read = <Reply>(path: string): Promise<Reply> => readAt(`/control/${path}`);

/** The mails that were caught, oldest first. */
export const readMails = (): Promise<Mail[]> => readAt('/mail/messages');

async function readAt<Reply>(address: string): Promise<Reply> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}.`);
  return (await reply.json()) as Reply;
}

/** Makes something happen. Throws an Error whose message is the sandbox's reason. */
export async function act(path: string, body: object = {}): Promise<Record<string, unknown>> {
  const reply = await fetch(`/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json().catch(() => ({}))) as Record<string, unknown>;
  if (!reply.ok) throw new Error(String(answer.reason ?? `The sandbox answered ${reply.status}.`));
  return answer;
}
