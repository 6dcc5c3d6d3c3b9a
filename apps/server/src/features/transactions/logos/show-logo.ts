import type { FastifyReply } from 'fastify';
import { notFound } from '../../../platform/problem.ts';
import type { Logo } from '../../../providers/logos/client.ts';
import type { Services } from '../../../services.ts';
import { findLogo, type LogoRow, pruneLogos, saveLogo } from './logos.queries.ts';

/** Milliseconds until a logo is refetched, after a successful or a failed fetch. */
const refetchAfter = { picture: 30 * 86_400_000, failure: 3_600_000 };
/** Milliseconds that a request waits for a fetch. Short, because a browser has only six connections. */
const maxWait = 1_000;
/** Per process. Beyond this limit, a logo is omitted until it is requested again. */
const maxConcurrentFetches = 8;
/** The maximum size of all stored pictures together, in bytes. */
const maxStoredBytes = 200_000_000;

type LogoBody = Promise<Buffer | null>;

/**
 * Creates the handler that serves logos from the database and fetches missing ones. Only URLs that a sync stored are
 * ever fetched, so a client can't choose what the server requests.
 */
export function createLogoHandler({
  database,
  logos,
  clock,
  log,
}: Services): (digest: string, reply: FastifyReply) => LogoBody {
  const inFlight = new Map<string, Promise<Logo | null>>();

  async function fetchLogo(digest: string, url: string): Promise<Logo | null> {
    const picture = await logos.fetch(url);
    const key = Buffer.from(digest, 'hex');
    await saveLogo(database, key, { at: clock.now(), picture });
    if (picture !== null) await pruneLogos(database, maxStoredBytes);
    return picture;
  }

  /** Fetches each URL at most once at a time. Null if too many fetches are in flight. */
  function fetchOnce(digest: string, url: string): Promise<Logo | null> | null {
    const running = inFlight.get(digest);
    if (running !== undefined) return running;
    if (inFlight.size >= maxConcurrentFetches) return null;
    const pending = fetchLogo(digest, url)
      .catch((error: unknown) => {
        log.warn({ event: 'logo_save_failed', error: String(error) });
        return null;
      })
      .finally(() => inFlight.delete(digest));
    inFlight.set(digest, pending);
    return pending;
  }

  return async (digest, reply) => {
    const logo = /^[0-9a-f]{64}$/.test(digest)
      ? await findLogo(database, Buffer.from(digest, 'hex'))
      : undefined;
    if (logo === undefined) throw notFound('logo');
    const pending =
      logo.url !== null && isDue(logo, clock.now()) ? fetchOnce(digest, logo.url) : null;
    const stored = pictureOf(logo);
    return send(reply, stored ?? (pending && (await resultWithin(maxWait, pending))));
  };
}

/** True if a logo has never been fetched or its last fetch is too old. */
function isDue({ fetched_at, picture }: LogoRow, now: Date): boolean {
  if (fetched_at === null) return true;
  const age = now.getTime() - fetched_at.getTime();
  return age > (picture === null ? refetchAfter.failure : refetchAfter.picture);
}

const pictureOf = ({ content_type: type, picture: bytes }: LogoRow): Logo | null =>
  type === null || bytes === null ? null : { type, bytes };

/** Resolves to a promise's result, or to null after `milliseconds`. The promise is not canceled. */
async function resultWithin<T>(milliseconds: number, pending: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([pending, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a picture that browsers may cache for a day, or 204, which browsers treat as a broken image. */
function send(reply: FastifyReply, picture: Logo | null): Buffer | null {
  if (picture === null) {
    reply.code(204);
    return null;
  }
  reply.header('content-type', picture.type);
  reply.header('cache-control', 'private, max-age=86400');
  return picture.bytes;
}
