import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { get as getOverHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getOverHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type ImageType, imageTypeOf } from './image-type.ts';
import { isPublicAddress } from './private-addresses.ts';

/** A logo. */
export interface Picture {
  type: ImageType;
  bytes: Buffer;
}

/** Fetches logos from wherever the aggregator says they are. */
export interface LogoSource {
  /** The picture at an address; null where there is none that we show, or none that came in time. */
  fetch(url: string): Promise<Picture | null>;
}

interface Options {
  /** The sandbox's origin: the one that may be plain http and at home. Null in production. */
  ownOrigin: string | null;
  /** Milliseconds that a logo may take in all. */
  timeout: number;
  /** How names become addresses; the system's way unless a test says otherwise. */
  resolve?: typeof lookUp;
}

/** Bytes. The aggregator's are pictures of 100 x 100 pixels: a few thousand. */
const largest = 100_000;

/**
 * The addresses come from outside, so what they could reach is narrowed: https on its own port, public
 * addresses only (looked at where the connection is made, so that a name cannot change its mind in
 * between), no redirects, a limit of size and time, and nothing but pictures, by their first bytes.
 */
export function createLogoSource({ ownOrigin, timeout, resolve = lookUp }: Options): LogoSource {
  const isOwn = ({ origin }: URL) => ownOrigin !== null && origin === new URL(ownOrigin).origin;
  return {
    async fetch(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || !(isOwn(url) || isSafe(url))) return null;
      try {
        const bytes = await read(url, {
          timeout,
          ...(isOwn(url) ? {} : { lookup: publicOnly(resolve) }),
        });
        const type = bytes === null ? null : imageTypeOf(bytes);
        return bytes === null || type === null ? null : { type, bytes };
      } catch {
        // Whatever went wrong out there, there is no logo.
        return null;
      }
    },
  };
}

function isSafe({ protocol, port, username, password, hostname }: URL): boolean {
  const ip = hostname.replace(/^\[|\]$/g, '');
  const isNamed = isIP(ip) === 0;
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    (isNamed || isPublicAddress(ip))
  );
}

/** Looks a name up as the system does, and fails where any of its addresses is not public. */
const publicOnly =
  (resolve: typeof lookUp): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error) return done(error, []);
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
        return done(new Error(`${hostname} is not on the public internet`), []);
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };

/** The body of a 200 answer, or null for any other and for one that is too large. */
function read(
  url: URL,
  { timeout, lookup }: { timeout: number; lookup?: LookupFunction },
): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const options: RequestOptions = {
    // Of its own: a connection that is kept could lead to another place than the name does now.
    agent: false,
    headers: { accept: 'image/png, image/jpeg, image/webp' },
    signal: AbortSignal.timeout(timeout),
    ...(lookup && { lookup }),
  };
  const take = (answer: IncomingMessage) => {
    collect(answer).then(resolve, reject);
  };
  const asked = (url.protocol === 'https:' ? getOverHttps : getOverHttp)(url, options, take);
  asked.on('error', reject);
  return promise;
}

async function collect(answer: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (answer.statusCode !== 200) return null;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largest) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}
