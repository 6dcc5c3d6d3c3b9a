import { Worker } from 'node:worker_threads';
import type { Strength } from '@cairn/passwords/strength';

/** A request to the worker thread. */
export interface StrengthRequest {
  id: number;
  password: string;
  /** Words that an attacker would try first for this user, such as parts of their email address. */
  words: readonly string[];
}

/** The worker thread's response. */
export interface StrengthResponse {
  id: number;
  strength: Strength;
}

/** Limits of the worker thread. Tests set shorter ones. Times are in milliseconds. */
export interface StrengthLimits {
  /** The time for one password, not counting those before it. */
  timeout: number;
  /** The time for the first password, which includes loading the dictionaries. */
  startTimeout: number;
  /** The time without passwords after which the thread ends, to free its memory. */
  idleTimeout: number;
  /** How many passwords may wait at once. */
  maxWaiting: number;
}

const defaultLimits: StrengthLimits = {
  timeout: 3_000,
  startTimeout: 15_000,
  idleTimeout: 5 * 60_000,
  maxWaiting: 20,
};

const workerFile = new URL('estimate.worker.ts', import.meta.url);

/**
 * Estimates the strength of passwords in a thread of its own, which starts with the first password. One per process is
 * enough. The thread doesn't keep the process alive.
 */
export class StrengthWorker {
  readonly #limits: StrengthLimits;
  readonly #file: URL;
  readonly #waiting = new Map<number, (strength: Strength | null) => void>();
  #worker: Worker | null = null;
  #hasResponded = false;
  #lastId = 0;
  /** Ends the thread if the next response takes too long, or if no password comes for a while. */
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<StrengthLimits> = {}, file: URL = workerFile) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#file = file;
  }

  /** True if the thread is running. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Estimates a password. Resolves to null if that takes too long or too many passwords are waiting. Never rejects. */
  estimate(password: string, words: readonly string[]): Promise<Strength | null> {
    if (this.#waiting.size >= this.#limits.maxWaiting) return Promise.resolve(null);
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Strength | null>();
    this.#waiting.set(id, resolve);
    if (this.#waiting.size === 1) this.#restartTimer();
    this.#worker.postMessage({ id, password, words } satisfies StrengthRequest);
    return promise;
  }

  /** Ends the thread. Waiting passwords resolve to null. The next password starts the thread again. */
  stop(): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#hasResponded = false;
    clearTimeout(this.#timer);
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    void worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file);
    worker.unref();
    worker.on('message', ({ id, strength }: StrengthResponse) => {
      if (this.#worker !== worker) return;
      this.#hasResponded = true;
      this.#waiting.get(id)?.(strength);
      this.#waiting.delete(id);
      this.#restartTimer();
    });
    const fail = () => {
      if (this.#worker === worker) this.stop();
    };
    worker.on('error', fail);
    worker.on('exit', fail);
    return worker;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    const { idleTimeout, timeout, startTimeout } = this.#limits;
    const responseTimeout = this.#hasResponded ? timeout : startTimeout;
    // A thread that exceeds the timeout is stuck, so the passwords after this one would get no response either.
    const delay = this.#waiting.size > 0 ? responseTimeout : idleTimeout;
    this.#timer = setTimeout(() => this.stop(), delay).unref();
  }
}
