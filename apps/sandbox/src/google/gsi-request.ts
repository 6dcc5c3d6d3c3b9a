import { fieldText } from '../identity/person-words.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';

/** What the identity script asks the account chooser for. */
export interface GsiRequest {
  clientId: string;
  /** The origin of the page that carries the button; the credential is told to no other. */
  origin: string;
  /** Names the button at the page, so that an answer reaches the one that was pressed. */
  channelId: string;
  nonce: string;
}

/** Why the chooser shows an error instead of accounts, in the provider's own terms. */
export interface GsiRefusal {
  status: 400 | 401;
  code: 'invalid_client' | 'origin_mismatch' | 'invalid_request';
  reason: string;
}

export function readGsiRequest(query: unknown): GsiRequest {
  return {
    clientId: fieldText(query, 'client_id'),
    origin: fieldText(query, 'origin'),
    channelId: fieldText(query, 'channel_id', 100),
    nonce: fieldText(query, 'nonce'),
  };
}

/** Why a request is refused; null: it is not. Only the app's own origin is registered for the one client there is. */
export function refusalOf(request: GsiRequest, appOrigin: string): GsiRefusal | null {
  if (request.clientId !== SANDBOX_CLIENT_ID) {
    return { status: 401, code: 'invalid_client', reason: 'The OAuth client was not found.' };
  }
  if (request.origin !== appOrigin) {
    return {
      status: 400,
      code: 'origin_mismatch',
      reason: 'The given origin is not allowed for the given client ID.',
    };
  }
  if (request.channelId === '') {
    return {
      status: 400,
      code: 'invalid_request',
      reason: 'Required parameter is missing: channel_id',
    };
  }
  return null;
}
