import { fieldText } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';

const knownScopes = [
  'wallet:accounts:read',
  'wallet:user:read',
  'wallet:user:email',
  'offline_access',
] as const;
export type Scope = (typeof knownScopes)[number];

/** An authorization request of an app. */
export interface AuthorizeRequest {
  redirectUri: string;
  scopes: Scope[];
  /** Empty if the app sent none. */
  state: string;
  /** The PKCE challenge. Null if the app sent none. */
  challenge: { text: string; method: 'S256' | 'plain' } | null;
}

/** An invalid request. The error page shows the message. */
export class AuthorizeError extends Error {
  readonly code:
    | 'invalid_client'
    | 'invalid_request'
    | 'invalid_scope'
    | 'unsupported_response_type';

  constructor(code: AuthorizeError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const minStateLength = 8;

/**
 * Reads the query of `GET /oauth2/auth`. Throws AuthorizeError.
 * https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations
 */
export function readAuthorizeRequest(query: unknown, redirectUri: string): AuthorizeRequest {
  const text = (name: string) => fieldText(query, name);
  if (text('client_id') !== SANDBOX_CLIENT_ID)
    throw new AuthorizeError('invalid_client', 'This client is unknown.');
  if (text('redirect_uri') !== redirectUri)
    throw new AuthorizeError(
      'invalid_request',
      `Only ${redirectUri} is registered as redirect_uri.`,
    );
  if (text('response_type') !== 'code')
    throw new AuthorizeError('unsupported_response_type', 'response_type must be code.');
  if (text('state').length > 0 && text('state').length < minStateLength)
    throw new AuthorizeError(
      'invalid_request',
      `state must have at least ${minStateLength} characters.`,
    );
  return {
    redirectUri,
    scopes: readScopes(text('scope')),
    state: text('state'),
    challenge: readChallenge(text('code_challenge'), text('code_challenge_method')),
  };
}

/** Reads scopes separated by commas or spaces: the documentation uses both. */
function readScopes(text: string): Scope[] {
  const requested = text.split(/[ ,]+/).filter((word) => word !== '');
  const unknown = requested.filter((scope) => !knownScopes.some((known) => known === scope));
  if (requested.length === 0 || unknown.length > 0)
    throw new AuthorizeError('invalid_scope', `Invalid scope: ${unknown.join(' ') || 'none'}.`);
  return knownScopes.filter((scope) => requested.includes(scope));
}

/** Reads the PKCE challenge. The default method is `plain` (RFC 7636, 4.3). */
function readChallenge(text: string, method: string): AuthorizeRequest['challenge'] {
  if (text === '') return null;
  if (!['', 'plain', 'S256'].includes(method))
    throw new AuthorizeError('invalid_request', 'code_challenge_method must be S256 or plain.');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(text))
    throw new AuthorizeError('invalid_request', 'code_challenge is malformed.');
  return { text, method: method === 'S256' ? 'S256' : 'plain' };
}
