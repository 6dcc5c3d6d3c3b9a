import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { get as getOverHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getOverHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type ObserveCall, unobserved } from '../../platform/providers/observe-call.ts';
import { runUnlimited } from '../../platform/request-context.ts';
import { isPublicAddress } from './public-address.ts';

/** The supported image types. SVG is not supported because it can contain scripts. */
type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

/** An image that is safe to serve. */
export interface Logo {
  type: ImageType;
  bytes: Buffer;
}

/** Fetches logos from the URLs that the aggregator sends. */
export interface LogoFetcher {
  /**
   * Resolves to null if the URL is unsafe, the request fails or times out, or the response is not a supported image.
   */
  fetch(url: string): Promise<Logo | null>;
}

interface Options {
  /** The sandbox's origin, the only one that may use plain HTTP and a local address. Null in production. */
  ownOrigin: string | null;
  /** In milliseconds, for the whole request. */
  timeout: number;
  /** The DNS lookup. Tests replace it. */
  resolve?: typeof lookUp;
  observe?: ObserveCall;
}

/** In bytes. The aggregator's logos are 100 x 100 pixels and a few thousand bytes. */
const maxBytes = 100_000;

/**
 * Creates the fetcher. The URLs are untrusted, so it prevents server-side request forgery: HTTPS on the
 * default port, public addresses only (checked when connecting, against DNS rebinding), no redirects,
 * limits on size and time, and images only, detected by their first bytes.
 */
export function createLogoFetcher({
  ownOrigin,
  timeout,
  resolve = lookUp,
  observe = unobserved,
}: Options): LogoFetcher {
  const isSandboxUrl = ({ origin }: URL) =>
    ownOrigin !== null && origin === new URL(ownOrigin).origin;
  return {
    async fetch(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || !(isSandboxUrl(url) || isSafeUrl(url))) return null;
      try {
        const options = {
          timeout,
          ...(isSandboxUrl(url) ? {} : { lookup: publicLookup(resolve) }),
        };
        const bytes = await runUnlimited(() =>
          observe({ provider: 'logos', call: 'fetch' }, () => fetchBytes(url, options), {
            outcomeOfResult: (found) => (found === null ? 'rejected' : 'ok'),
          }),
        );
        const type = bytes === null ? null : detectImageType(bytes);
        return bytes === null || type === null ? null : { type, bytes };
      } catch {
        // Any error means that there is no logo.
        return null;
      }
    },
  };
}

function isSafeUrl({ protocol, port, username, password, hostname }: URL): boolean {
  const ip = hostname.replace(/^\[|\]$/g, '');
  const isHostname = isIP(ip) === 0;
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    (isHostname || isPublicAddress(ip))
  );
}

/** Resolves a hostname, and fails if any of its addresses is not public. */
const publicLookup =
  (resolve: typeof lookUp): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error) return done(error, []);
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new Error(`${hostname} is not on the public internet`), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

/** Resolves to the body of a 200 response, or null for another status or a body that is too large. */
function fetchBytes(
  url: URL,
  { timeout, lookup }: { timeout: number; lookup?: LookupFunction },
): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const options: RequestOptions = {
    // No keep-alive: a reused connection could lead to another address than the checked one.
    agent: false,
    headers: { accept: 'image/png, image/jpeg, image/webp' },
    signal: AbortSignal.timeout(timeout),
    ...(lookup && { lookup }),
  };
  const onResponse = (response: IncomingMessage) => {
    readBody(response).then(resolve, reject);
  };
  const request = (url.protocol === 'https:' ? getOverHttps : getOverHttp)(
    url,
    options,
    onResponse,
  );
  request.on('error', reject);
  return promise;
}

async function readBody(response: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (response.statusCode !== 200) return null;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** Detects the type by the first bytes, regardless of the declared type. Null if it is not supported. */
function detectImageType(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png';
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'image/jpeg';
  const isWebp =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}
