import { pageCopy } from './page.copy.ts';

/** An item as `/control/items` returns it. */
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

/** A transaction of an item. */
export type TransactionRow = {
  transaction_id: string;
  date: string;
  name: string;
  amount: number;
  iso_currency_code: string | null;
  pending: boolean;
};

/** The webhook codes that can be sent, and the kinds of forgery. */
export type WebhookOptions = { codes: string[]; forgeries: string[] };

export type Payment = {
  client_reference_id: string | null;
  email: string | null;
  plan: string;
  amount_total: number;
  payment_status: string;
  subscription_status: string | null;
  cancel_at_period_end: boolean;
  refunded: boolean;
  /** True if money was collected at least once. */
  paid: boolean;
  /** True while a dispute is open. */
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

/** A user's OAuth grant to the app at the crypto exchange. */
export type ExchangeLink = {
  id: string;
  user: string;
  revoked: boolean;
  /** Number of token renewals by the app. */
  renewals: number;
  access_expires_at: string;
  holdings: { code: string; amount: string }[];
};

/** The crypto exchange: its users, their links, and how much of each coin one dollar buys. */
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

/** Fetches `/control/<path>`. The caller names the shape, which our own server defines. */
export const fetchControl = <Result>(path: string): Promise<Result> => readAt(`/control/${path}`);

/** Fetches the received emails, oldest first. */
export const fetchMails = (): Promise<Mail[]> => readAt('/mail/messages');

async function readAt<Result>(address: string): Promise<Result> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(pageCopy.requestFailed(address, response.status));
  return (await response.json()) as Result;
}

/** Posts to `/control/<path>`. Throws an Error with the sandbox's reason as its message. */
export async function postControl(
  path: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok)
    throw new Error(String(result.reason ?? pageCopy.sandboxFailed(response.status)));
  return result;
}
