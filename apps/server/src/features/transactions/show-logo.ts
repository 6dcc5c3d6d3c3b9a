import type { FastifyReply } from 'fastify';
import { notFound } from '../../platform/problem.ts';
import type { Picture } from '../../providers/logos/client.ts';
import type { Services } from '../../services.ts';
import { dropLogosBeyond, findLogo, type KnownLogo, keepLogo } from './logos.queries.ts';

/** Milliseconds. A logo is looked for anew after a month; one that could not be had, after an hour. */
const keptFor = { picture: 30 * 86_400_000, nothing: 3_600_000 };
/** Milliseconds that a page waits for a logo that is not there yet: it has six connections, not more. */
const patience = 1_000;
/** How many are asked for at once in this process; beyond that the page does without, for now. */
const mostAtOnce = 8;
/** Bytes of all pictures together. */
const roomForAll = 200_000_000;

type Shown = Promise<Buffer | null>;

/**
 * Answers with logos from the database, and fetches those that it lacks. It knows only addresses that
 * rows have brought (the sync notes them), so it fetches nothing that a caller makes up.
 */
export function logoShower({
  database,
  logos,
  clock,
  log,
}: Services): (digest: string, reply: FastifyReply) => Shown {
  const underWay = new Map<string, Promise<Picture | null>>();

  async function ask(digest: string, url: string): Promise<Picture | null> {
    const picture = await logos.fetch(url);
    const key = Buffer.from(digest, 'hex');
    await keepLogo(database, key, { at: clock.now(), picture });
    if (picture !== null) await dropLogosBeyond(database, roomForAll);
    return picture;
  }

  /** One fetch of each address at a time; null where there are enough already. */
  function fetchOnce(digest: string, url: string): Promise<Picture | null> | null {
    const running = underWay.get(digest);
    if (running !== undefined) return running;
    if (underWay.size >= mostAtOnce) return null;
    const asked = ask(digest, url)
      .catch((error: unknown) => {
        log.warn({ event: 'logo_not_kept', error: String(error) });
        return null;
      })
      .finally(() => underWay.delete(digest));
    underWay.set(digest, asked);
    return asked;
  }

  return async (digest, reply) => {
    const known = /^[0-9a-f]{64}$/.test(digest)
      ? await findLogo(database, Buffer.from(digest, 'hex'))
      : undefined;
    if (known === undefined) throw notFound('logo');
    const asked = isDue(known, clock.now()) ? fetchOnce(digest, known.url) : null;
    const kept = pictureOf(known);
    return send(reply, kept ?? (asked && (await within(patience, asked))));
  };
}

/** Whether a logo is to be asked for, for the first time or again. */
function isDue({ asked_at, picture }: KnownLogo, now: Date): boolean {
  if (asked_at === null) return true;
  const age = now.getTime() - asked_at.getTime();
  return age > (picture === null ? keptFor.nothing : keptFor.picture);
}

const pictureOf = ({ content_type: type, picture: bytes }: KnownLogo): Picture | null =>
  type === null || bytes === null ? null : { type, bytes };

/** What a promise comes to within some milliseconds, else null; it goes on all the same. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A picture, which a browser may keep for a day; or 204, which it takes for a picture that is broken. */
function send(reply: FastifyReply, picture: Picture | null): Buffer | null {
  if (picture === null) {
    reply.code(204);
    return null;
  }
  reply.header('content-type', picture.type);
  reply.header('cache-control', 'private, max-age=86400');
  return picture.bytes;
}
