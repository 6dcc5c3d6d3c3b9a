import { webClientHeader } from '@cairn/contract/rules/web-client';

/** The untyped parts of a call: body, query string, and path parameters. */
export interface CallParts {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: unknown;
}

/** What a request depends on in addition to its parts: the session, the device, and the contract. */
export interface CallContext {
  readonly token: string | null;
  readonly timeZone: string;
  /** True to send the call to the demo. */
  readonly demo: boolean;
  /** For a call that creates something: the same key whenever the call is repeated. */
  readonly idempotencyKey?: string | undefined;
  /** True to encode the body as a form. */
  readonly form: boolean;
}

/** The API's base path, on the app's own origin. */
export const apiBase = '/api';

/** The URL and `fetch` options of a call named 'METHOD /path'. Throws if a path parameter is missing. */
export function buildRequest(
  key: string,
  parts: CallParts,
  { token, timeZone, demo, form, idempotencyKey }: CallContext,
): { url: string; init: RequestInit } {
  const space = key.indexOf(' ');
  const path = key.slice(space + 1).replace(/:(\w+)/g, (_match, name: string) => {
    const value = textFields(parts.params)[name];
    if (value === undefined) throw new Error(`The call ${key} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(textFields(parts.query)).toString();
  const headers = new Headers({
    accept: 'application/json',
    'x-time-zone': timeZone,
    [webClientHeader.name]: webClientHeader.value,
  });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  // A string in quotes, as a structured field (draft-ietf-httpapi-idempotency-key-header, 2.1).
  if (idempotencyKey !== undefined) headers.set('idempotency-key', `"${idempotencyKey}"`);
  const init: RequestInit = { method: key.slice(0, space), headers };
  if (parts.body !== undefined) {
    if (form) init.body = new URLSearchParams(textFields(parts.body));
    else {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(parts.body);
    }
  }
  const url = `${apiBase}${demo ? '/demo' : ''}${path}${query === '' ? '' : `?${query}`}`;
  return { url, init };
}

/** The fields of an object as text, except fields that are null or undefined. */
function textFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && field !== null)
      .map(([name, field]) => [name, String(field)]),
  );
}
