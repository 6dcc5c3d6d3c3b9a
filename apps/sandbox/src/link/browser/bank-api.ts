import { linkCopy } from './link.copy.ts';
import type { LinkAccount, LinkError, SuccessMetadata } from './protocol.ts';

export type Institution = {
  institution_id: string;
  name: string;
  primary_color: string | null;
  /** A base64-encoded PNG, without the `data:` prefix. */
  logo: string | null;
  /** Supported products. */
  products: string[];
};

/** What a link token allows. */
export type Session = {
  mode: 'create' | 'update';
  client_name: string;
  institutions: Institution[];
  /** The bank to sign in to again. Null except in update mode. */
  institution: Institution | null;
  link_session_id: string;
  /** True if the user chooses accounts: always for a new bank, on request in update mode. */
  account_selection_enabled: boolean;
  /** The products that the app requests. */
  products: string[];
  /** True if update mode requests consent to additional products. */
  requests_additional_consent: boolean;
};

export type Account = Pick<LinkAccount, 'id' | 'name' | 'mask' | 'type' | 'subtype'>;
export type Login = { institution_id: string; username: string; password: string };
export type LinkResult = { public_token: string | null; metadata: SuccessMetadata };

/** An error that the bank returned, in the aggregator's format. */
export class BankError extends Error {
  readonly details: LinkError;
  readonly requestId: string;

  constructor(details: LinkError, requestId: string) {
    super(details.error_message);
    this.details = details;
    this.requestId = requestId;
  }
}

async function post<Result>(path: string, body: object): Promise<Result> {
  let response: Response;
  try {
    response = await fetch(`/plaid/link/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw apiError(linkCopy.failure.unreachable);
  }
  const result: unknown = await response.json().catch(() => null);
  // The callers below name the shapes, which our own server defines.
  if (response.ok && typeof result === 'object' && result !== null) return result as Result;
  if (typeof result !== 'object' || result === null || !('error_code' in result)) {
    throw apiError(linkCopy.failure.bankFailed);
  }
  const error = result as LinkError & { request_id?: string };
  throw new BankError(
    {
      error_type: error.error_type,
      error_code: error.error_code,
      error_message: error.error_message,
      display_message: error.display_message,
    },
    error.request_id ?? '',
  );
}

function apiError(message: string): BankError {
  return new BankError(
    {
      error_type: 'API_ERROR',
      error_code: 'INTERNAL_SERVER_ERROR',
      error_message: message,
      display_message: message,
    },
    '',
  );
}

/** Fetches what a link token allows: the app, the banks, and the mode. */
export function openSession(linkToken: string): Promise<Session> {
  return post('session', { link_token: linkToken });
}

/** Signs in. Returns the accounts to choose from. */
export function signIn(linkToken: string, login: Login): Promise<{ accounts: Account[] }> {
  return post('credentials', { link_token: linkToken, ...login, time_zone: timeZone() });
}

/** Links the chosen accounts. Returns the arguments of `onSuccess`. */
export function link(linkToken: string, login: Login, accountIds: string[]): Promise<LinkResult> {
  return post('finish', {
    link_token: linkToken,
    ...login,
    account_ids: accountIds,
    time_zone: timeZone(),
  });
}

/** The browser's time zone. The bank dates transactions in its customer's time zone. */
const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
