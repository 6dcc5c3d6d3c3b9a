import { Unprocessable } from './read-control.ts';

/** What an authorize address asks for, as a provider's page reads it, and the origin that it is opened at. */
export interface Asked<Request> {
  asked: Request;
  origin: string;
}

/**
 * Reads the address that an app would send a person to. `path` is that of the provider's page, `read` what
 * the page does with its query. Throws Unprocessable where the page would show an error.
 */
export function readAuthorizeUrl<Request>(
  address: string,
  path: string,
  read: (query: Record<string, string>) => Request,
  isRefusal: (error: unknown) => error is Error & { code: string },
): Asked<Request> {
  if (!URL.canParse(address)) throw new Unprocessable('authorize_url must be an address');
  const url = new URL(address);
  if (url.pathname !== path) throw new Unprocessable(`authorize_url must lead to ${path}`);
  try {
    return { asked: read(Object.fromEntries(url.searchParams)), origin: url.origin };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Unprocessable(`authorize_url is refused: ${error.code}: ${error.message}`);
  }
}
