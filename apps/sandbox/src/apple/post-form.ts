import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The app's response to a form post. */
export interface FormResponse {
  status: number;
  /** The absolute redirect URL. Null without a redirect. */
  location: string | null;
}

const timeoutMs = 30_000;

/**
 * Posts a form as a browser would from another site: with the headers of a cross-site navigation and no cookies.
 * Redirects are not followed. Throws if there is no response.
 */
export function postForm(
  url: string,
  fields: Record<string, string>,
  origin: string,
): Promise<FormResponse> {
  const body = new URLSearchParams(fields).toString();
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      timeout: timeoutMs,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        origin,
        referer: `${origin}/`,
        'sec-fetch-dest': 'document',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
        connection: 'close',
      },
    });
    request.once('timeout', () => request.destroy(new Error(`no response within ${timeoutMs} ms`)));
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      const isRedirect = status >= 300 && status < 400 && location !== undefined;
      resolve({ status, location: isRedirect ? new URL(location, url).href : null });
    });
    request.end(body);
  });
}
