import type { LinkAccount, LinkError, SuccessMetadata } from './protocol.ts';

export type Institution = {
  institution_id: string;
  name: string;
  primary_color: string | null;
  /** A PNG in base64, without the `data:` in front. */
  logo: string | null;
  /** What it can tell. */
  products: string[];
};

/** What a link token stands for. */
export type Session = {
  mode: 'create' | 'update';
  client_name: string;
  institutions: Institution[];
  /** The bank to sign in to again, in update mode. */
  institution: Institution | null;
  link_session_id: string;
  /** Whether the person chooses accounts: always for a new bank, on request in update mode. */
  account_selection_enabled: boolean;
  /** What the app will have been let ask for. */
  products: string[];
  /** Whether update mode asks the person to agree to something new. */
  asks_for_more: boolean;
};

export type Account = Pick<LinkAccount, 'id' | 'name' | 'mask' | 'type' | 'subtype'>;
export type Login = { institution_id: string; username: string; password: string };
export type Finished = { public_token: string | null; metadata: SuccessMetadata };

/** A refusal by the bank, in the aggregator's terms. */
export class BankError extends Error {
  readonly refusal: LinkError;
  readonly requestId: string;

  constructor(refusal: LinkError, requestId: string) {
    super(refusal.error_message);
    this.refusal = refusal;
    this.requestId = requestId;
  }
}

async function ask<Reply>(path: string, body: object): Promise<Reply> {
  let reply: Response;
  try {
    reply = await fetch(`/plaid/link/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw broken('The bank could not be reached. Check your connection and try again.');
  }
  const answer: unknown = await reply.json().catch(() => null);
  // Our own server's replies: their shapes are what the calls below say.
  if (reply.ok && typeof answer === 'object' && answer !== null) return answer as Reply;
  if (typeof answer !== 'object' || answer === null || !('error_code' in answer)) {
    throw broken('Something went wrong at the bank. Try again in a moment.');
  }
  const refusal = answer as LinkError & { request_id?: string };
  throw new BankError(
    {
      error_type: refusal.error_type,
      error_code: refusal.error_code,
      error_message: refusal.error_message,
      display_message: refusal.display_message,
    },
    refusal.request_id ?? '',
  );
}

function broken(words: string): BankError {
  return new BankError(
    {
      error_type: 'API_ERROR',
      error_code: 'INTERNAL_SERVER_ERROR',
      error_message: words,
      display_message: words,
    },
    '',
  );
}

/** What the link token allows: which banks, for whom, and whether it repairs one that is linked already. */
export function openSession(linkToken: string): Promise<Session> {
  return ask('session', { link_token: linkToken });
}

/** Signs in; answers the accounts to choose from. */
export function signIn(linkToken: string, login: Login): Promise<{ accounts: Account[] }> {
  return ask('credentials', { link_token: linkToken, ...login });
}

/** Links the chosen accounts; answers what `onSuccess` is given. */
export function link(linkToken: string, login: Login, accountIds: string[]): Promise<Finished> {
  return ask('finish', { link_token: linkToken, ...login, account_ids: accountIds });
}
