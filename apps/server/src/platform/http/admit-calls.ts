import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '../identifiers.ts';
import {
  createConcurrencyLimiter,
  type Slot,
  type SlotRejection,
  type SlotRequest,
} from '../limits/concurrency-limiter.ts';
import type { ConcurrencyLimitName, ConcurrencyLimits } from '../limits/concurrency-limits.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import { createRejectionThrottle } from './throttle-rejections.ts';

/** In seconds: when a client may retry. */
const retryAfter = 2;

/** Limits how many calls are handled at once, in this process and per user. Further calls wait in a queue. */
export interface Admission {
  /**
   * Waits until the process can handle the call. Throws `unavailable` if too many calls are already waiting or the wait
   * is too long.
   */
  admit(request: FastifyRequest, reply: FastifyReply, limitName: ProcessLimitName): Promise<void>;
  /**
   * Waits until fewer of the user's calls are being handled. Calls of other users are handled in the meantime. Throws
   * `too_many_requests` if too many of the user's calls are already waiting or the wait is too long.
   */
  admitUser(
    request: FastifyRequest,
    reply: FastifyReply,
    user: { userId: UserId; limitName: UserLimitName },
  ): Promise<void>;
}

/** The limits that all users share. */
export type ProcessLimitName = Extract<ConcurrencyLimitName, 'calls' | 'sign_ins'>;
/** The limits that apply to each user. */
export type UserLimitName = Extract<ConcurrencyLimitName, 'user_calls' | 'user_exports'>;

/**
 * The slots of one call: one of the process, and one of its user. Both are released when the response has been sent or
 * the client has disconnected.
 */
export class CallSlots {
  #process: Slot | undefined;
  #isProcessReleased = false;
  #user: Slot | undefined;

  setProcess(slot: Slot): void {
    this.#isProcessReleased = false;
    this.#process = slot;
  }

  setUser(slot: Slot): void {
    this.#user = slot;
  }

  /** True after `releaseProcess`, until the call is admitted again. */
  get isProcessReleased(): boolean {
    return this.#isProcessReleased;
  }

  /**
   * Releases the slot of the process while a body is arriving or a response is being sent, which can take a long time.
   */
  releaseProcess(): void {
    this.#isProcessReleased = true;
    this.#process?.release();
  }

  release(): void {
    this.#process?.release();
    this.#user?.release();
  }

  /** Runs work that mostly waits, such as a call to a provider, while other calls are handled. */
  async runWithoutSlots<T>(work: () => Promise<T>): Promise<T> {
    const slots = [this.#process, this.#user];
    for (const slot of slots) slot?.pause();
    try {
      return await work();
    } finally {
      for (const slot of slots) slot?.resume();
    }
  }
}

/** Creates the admission of a process. */
export function createAdmission(limits: ConcurrencyLimits): Admission {
  const acquireSlot = createConcurrencyLimiter();
  const throttleRejection = createRejectionThrottle(retryAfter);

  async function acquireFor({ raw }: FastifyReply, slotRequest: SlotRequest): Promise<Slot> {
    let slot: Slot;
    try {
      slot = await acquireSlot(slotRequest);
    } catch (error) {
      if (raw.socket !== null) await throttleRejection(raw.socket);
      throw error;
    }
    if (!raw.destroyed) return slot;
    // The client disconnected while its call was waiting, so nothing else would release the slot.
    slot.release();
    throw overloaded(slotRequest.key, 'disconnected');
  }

  return {
    async admit(request, reply, limitName) {
      const slot = await acquireFor(reply, {
        key: limitName,
        limit: limits[limitName],
        createError: (reason) => overloaded(limitName, reason),
      });
      request.slots ??= createSlots(reply);
      request.slots.setProcess(slot);
    },
    async admitUser({ slots }, reply, { userId, limitName }) {
      const slotRequest = {
        key: `${limitName} ${userId}`,
        limit: limits[limitName],
        createError: () =>
          new Failure('too_many_requests', problemCopy.tooManyCalls, { retryAfter }),
      };
      const slot = await slots?.runWithoutSlots(() => acquireFor(reply, slotRequest));
      if (slot !== undefined) slots?.setUser(slot);
    },
  };
}

function createSlots({ raw }: FastifyReply): CallSlots {
  const slots = new CallSlots();
  raw.once('close', () => slots.release());
  return slots;
}

const overloaded = (limitName: string, reason: SlotRejection | 'disconnected'): Failure =>
  new Failure('unavailable', problemCopy.overloaded, {
    retryAfter,
    reason: `concurrency limit ${limitName}: ${reason}`,
  });

declare module 'fastify' {
  interface FastifyRequest {
    /** The slots that the call has acquired. Undefined until it is admitted. */
    slots: CallSlots | undefined;
  }
}
