import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '../identifiers.ts';
import type { CallLine, ConcurrencyLimits } from '../limits/concurrency-limits.ts';
import { createLines, type LineEntry, type LineRejection, type Place } from '../limits/lines.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import { createRejectionPace } from './pace-rejections.ts';

/** In seconds: when a client may try again. */
const retryAfter = 2;

/** Limits how many calls are handled at once, in this process and per user. Further calls wait in line. */
export interface Admission {
  /**
   * Waits until the process can handle a call. Throws `unavailable` if too many calls are waiting, or after its line's
   * longest wait.
   */
  admit(request: FastifyRequest, reply: FastifyReply, line: ProcessLine): Promise<void>;
  /**
   * Waits until fewer of the user's calls are being handled. Calls of other users are handled meanwhile. Throws
   * `too_many_requests` if too many of the user's calls are waiting, or after its line's longest wait.
   */
  admitUser(
    request: FastifyRequest,
    reply: FastifyReply,
    user: { userId: UserId; line: UserLine },
  ): Promise<void>;
}

/** The lines that all users share. */
export type ProcessLine = Extract<CallLine, 'calls' | 'sign_ins'>;
/** The lines of each user. */
export type UserLine = Extract<CallLine, 'user_calls' | 'user_exports'>;

/** The places of one call. Both are left when the response has been sent or the client has disconnected. */
export class CallPlaces {
  #process: Place | undefined;
  #hasLeftProcess = false;
  #user: Place | undefined;

  setProcess(place: Place): void {
    this.#hasLeftProcess = false;
    this.#process = place;
  }

  setUser(place: Place): void {
    this.#user = place;
  }

  /** True if the handler, or the part of the call before its body, is done. */
  get hasLeftProcess(): boolean {
    return this.#hasLeftProcess;
  }

  /** Once the handler is done. Sending the response can take long, but costs the process nothing. */
  leaveProcess(): void {
    this.#hasLeftProcess = true;
    this.#process?.leave();
  }

  leave(): void {
    this.#process?.leave();
    this.#user?.leave();
  }

  /** Runs work that only waits for others, such as a provider, while other calls are handled. */
  async runOutsideLines<T>(work: () => Promise<T>): Promise<T> {
    const places = [this.#process, this.#user];
    for (const place of places) place?.pause();
    try {
      return await work();
    } finally {
      for (const place of places) place?.resume();
    }
  }
}

/** Creates the admission of a process. */
export function createAdmission(limits: ConcurrencyLimits): Admission {
  const enter = createLines();
  const paceRejection = createRejectionPace(retryAfter);

  async function enterFor({ raw }: FastifyReply, entry: LineEntry): Promise<Place> {
    let place: Place;
    try {
      place = await enter(entry);
    } catch (error) {
      if (raw.socket !== null) await paceRejection(raw.socket);
      throw error;
    }
    if (!raw.destroyed) return place;
    // Nobody else would leave the place of a client that has disconnected while it waited.
    place.leave();
    throw overloaded(entry.key, 'disconnected');
  }

  return {
    async admit(request, reply, line) {
      const createError = (reason: LineRejection) => overloaded(line, reason);
      const place = await enterFor(reply, { key: line, limits: limits[line], createError });
      request.places ??= createPlaces(reply);
      request.places.setProcess(place);
    },
    async admitUser({ places }, reply, { userId, line }) {
      const createError = () =>
        new Failure('too_many_requests', problemCopy.tooManyCalls, { retryAfter });
      const entry = { key: `${line} ${userId}`, limits: limits[line], createError };
      const place = await places?.runOutsideLines(() => enterFor(reply, entry));
      if (place !== undefined) places?.setUser(place);
    },
  };
}

function createPlaces({ raw }: FastifyReply): CallPlaces {
  const places = new CallPlaces();
  raw.once('close', () => places.leave());
  return places;
}

const overloaded = (line: string, reason: LineRejection | 'disconnected'): Failure =>
  new Failure('unavailable', problemCopy.overloaded, {
    retryAfter,
    reason: `line ${line}: ${reason}`,
  });

declare module 'fastify' {
  interface FastifyRequest {
    /** The call's places in the lines of calls. Undefined until it is admitted. */
    places: CallPlaces | undefined;
  }
}
