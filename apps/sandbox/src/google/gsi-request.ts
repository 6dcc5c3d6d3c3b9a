import { fieldText } from '../identity/form-text.ts';
import { SANDBOX_CLIENT_ID } from '../settings.ts';

/** A request of the identity script to the account chooser. */
export interface GsiRequest {
  clientId: string;
  /** The origin of the page with the button. The credential is sent only to this origin. */
  origin: string;
  /** Identifies the button on the page, so that the response reaches the right button. */
  channelId: string;
  nonce: string;
}

/** Why the chooser shows an error page, in the provider's terms. */
export interface GsiError {
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

/** Returns why a request is rejected, or null. Only one client is registered, with the app's origin. */
export function gsiError(request: GsiRequest, appOrigin: string): GsiError | null {
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
