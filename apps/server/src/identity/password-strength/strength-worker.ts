import { Worker } from 'node:worker_threads';
import type { Strength } from '@cairn/passwords/strength';

/** What the worker is asked. */
export interface StrengthRequest {
  id: number;
  password: string;
  /** What an attacker tries for this user first. */
  words: readonly string[];
}

/** What the worker answers. */
export interface StrengthResponse {
  id: number;
  strength: Strength;
}

/** Limits in milliseconds, and how many passwords may wait. Tests set others. */
export interface StrengthLimits {
  /** For one password, not counting those before it. */
  timeout: number;
  /** For the first one, before which the worker loads its dictionaries. */
  startTimeout: number;
  /** After which the worker ends if there are no passwords, which frees its memory. */
  idle: number;
  waiting: number;
}

const defaultLimits: StrengthLimits = {
  timeout: 3_000,
  startTimeout: 15_000,
  idle: 5 * 60_000,
  waiting: 20,
};

const workerFile = new URL('estimate.worker.ts', import.meta.url);

/**
 * Estimates the strength of passwords in a thread of its own, which starts at the first one. One per process is enough:
 * it has no state, and never keeps the process alive.
 */
export class StrengthWorker {
  readonly #limits: StrengthLimits;
  readonly #file: URL;
  readonly #waiting = new Map<number, (strength: Strength | null) => void>();
  #worker: Worker | null = null;
  #hasAnswered = false;
  #lastId = 0;
  /** Runs until the next answer if passwords are waiting, otherwise until the worker ends. */
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<StrengthLimits> = {}, file: URL = workerFile) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#file = file;
  }

  /** Whether the thread is running. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Resolves to null if the strength can't be told in time, or if too many passwords are waiting. Never rejects. */
  estimate(password: string, words: readonly string[]): Promise<Strength | null> {
    if (this.#waiting.size >= this.#limits.waiting) return Promise.resolve(null);
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Strength | null>();
    this.#waiting.set(id, resolve);
    if (this.#waiting.size === 1) this.#restartTimer();
    this.#worker.postMessage({ id, password, words } satisfies StrengthRequest);
    return promise;
  }

  /** Ends the thread. Passwords that are waiting get null, and the next one starts it again. */
  stop(): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#hasAnswered = false;
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
      this.#hasAnswered = true;
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
    const { idle, timeout, startTimeout } = this.#limits;
    const answer = this.#hasAnswered ? timeout : startTimeout;
    // After `answer`, the worker is stuck, so no password behind this one would get an answer either.
    this.#timer = setTimeout(() => this.stop(), this.#waiting.size > 0 ? answer : idle).unref();
  }
}
