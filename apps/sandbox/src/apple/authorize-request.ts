import { fieldText } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';

/** An authorization request of an app. */
export interface AuthorizeRequest {
  clientId: string;
  redirectUri: string;
  scopes: Scope[];
  /** Like the nonce, the state is empty if the app sent none. */
  state: string;
  nonce: string;
}

const knownScopes = ['name', 'email'] as const;
export type Scope = (typeof knownScopes)[number];

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

/**
 * Reads the query of `GET /auth/authorize`. Throws AuthorizeError.
 * https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server
 */
export function readAuthorizeRequest(query: unknown, redirectUri: string): AuthorizeRequest {
  const text = (name: string) => fieldText(query, name);
  if (text('client_id') === '') throw new AuthorizeError('invalid_request', 'Missing client_id.');
  if (text('client_id') !== SANDBOX_CLIENT_ID) {
    throw new AuthorizeError('invalid_client', 'Invalid client.');
  }
  if (text('redirect_uri') !== redirectUri) {
    throw new AuthorizeError(
      'invalid_request',
      `Invalid web redirect url: only ${redirectUri} is registered.`,
    );
  }
  const types = splitWords(text('response_type'));
  if (types.toSorted().join(' ') !== 'code id_token') {
    throw new AuthorizeError('unsupported_response_type', 'response_type must be "code id_token".');
  }
  const scopes = splitWords(text('scope'));
  const unknown = scopes.filter((value) => !knownScopes.some((scope) => scope === value));
  if (unknown.length > 0) {
    throw new AuthorizeError('invalid_scope', `Invalid scope: ${unknown.join(' ')}.`);
  }
  if (text('response_mode') !== 'form_post') {
    throw new AuthorizeError(
      'invalid_request',
      scopes.length > 0
        ? 'response_mode must be form_post when name or email scope is requested.'
        : 'Invalid response mode: an id_token requires form_post.',
    );
  }
  return {
    clientId: SANDBOX_CLIENT_ID,
    redirectUri,
    scopes: knownScopes.filter((scope) => scopes.includes(scope)),
    state: text('state'),
    nonce: text('nonce'),
  };
}

function splitWords(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
