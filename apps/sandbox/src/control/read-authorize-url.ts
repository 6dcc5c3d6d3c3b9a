import { Unprocessable } from './control-fields.ts';

/** The parsed request of an authorization URL, and the origin of the URL. */
export interface AuthorizeUrl<Request> {
  authorization: Request;
  origin: string;
}

/**
 * Parses an authorization URL of an app. `path` is the path of the provider's page, and `read` parses its
 * query. Throws Unprocessable if the page would show an error.
 */
export function readAuthorizeUrl<Request>(
  address: string,
  path: string,
  read: (query: Record<string, string>) => Request,
  isAuthorizeError: (error: unknown) => error is Error & { code: string },
): AuthorizeUrl<Request> {
  if (!URL.canParse(address)) throw new Unprocessable('authorize_url must be a URL');
  const url = new URL(address);
  if (url.pathname !== path) throw new Unprocessable(`authorize_url must have the path ${path}`);
  try {
    return { authorization: read(Object.fromEntries(url.searchParams)), origin: url.origin };
  } catch (error) {
    if (!isAuthorizeError(error)) throw error;
    throw new Unprocessable(`authorize_url was rejected: ${error.code}: ${error.message}`);
  }
}
