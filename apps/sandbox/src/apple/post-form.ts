import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** What the app said to a form post. */
export interface Posted {
  status: number;
  /** Where it sends the browser, in full; null: it shows something itself. */
  location: string | null;
}

const patience = 30_000;

/**
 * Posts a form as a browser does that comes from another site: no cookies, and the headers by which a server can tell.
 * Redirects are not followed. Throws when nobody answers.
 */
export function postForm(
  address: string,
  fields: Record<string, string>,
  from: string,
): Promise<Posted> {
  const body = new URLSearchParams(fields).toString();
  const send = address.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(address, {
      method: 'POST',
      timeout: patience,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        origin: from,
        referer: `${from}/`,
        'sec-fetch-dest': 'document',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
        connection: 'close',
      },
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${patience} ms`)));
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      const isRedirect = status >= 300 && status < 400 && location !== undefined;
      resolve({ status, location: isRedirect ? new URL(location, address).href : null });
    });
    request.end(body);
  });
}
