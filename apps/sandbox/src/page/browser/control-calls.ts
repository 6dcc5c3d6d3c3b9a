/** An item as `/control/items` describes it. */
export type Item = {
  item_id: string;
  state: string;
  institution_id: string;
  institution_name: string;
  username: string;
  webhook: string | null;
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

export type Fault = { provider: string; route: string | null; kind: string; times: number };

export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
};

/** Reads a list of `/control`. The shapes are our own server's. */
export async function read<Reply>(path: string): Promise<Reply> {
  const reply = await fetch(`/control/${path}`);
  if (!reply.ok) throw new Error(`/control/${path} answered ${reply.status}.`);
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
