/** What a call is given, before types: a body, a query string, path parameters. */
export interface CallParts {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: unknown;
}

/** How one call goes out: depends on who calls and on how the contract says it travels. */
export interface CallCircumstances {
  readonly token: string | null;
  readonly timeZone: string;
  /** Send to the demo person's rows. */
  readonly demo: boolean;
  /** The body travels as a form. */
  readonly form: boolean;
}

/** Base path of the API on our own origin. */
export const apiBase = '/api';

/** The address and `fetch` options of a call named 'METHOD /path'. Pure. */
export function buildRequest(
  key: string,
  parts: CallParts,
  { token, timeZone, demo, form }: CallCircumstances,
): { url: string; init: RequestInit } {
  const space = key.indexOf(' ');
  const path = key.slice(space + 1).replace(/:(\w+)/g, (_match, name: string) => {
    const value = textFields(parts.params)[name];
    if (value === undefined) throw new Error(`The call ${key} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(textFields(parts.query)).toString();
  const headers = new Headers({ accept: 'application/json', 'x-time-zone': timeZone });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
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

/** The fields of an object as text, absent ones left out. */
function textFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && field !== null)
      .map(([name, field]) => [name, String(field)]),
  );
}
