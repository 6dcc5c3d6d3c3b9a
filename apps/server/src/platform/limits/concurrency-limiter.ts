/** How many tasks may run at once, and how many more may wait in the queue. */
export interface ConcurrencyLimit {
  maxRunning: number;
  maxQueued: number;
  /** The longest wait in the queue, in milliseconds. Default: unlimited. */
  maxWait?: number;
}

/** Why a task got no slot. */
export type SlotRejection = 'queue full' | 'timeout';

/** What a task asks for. */
export interface SlotRequest {
  /** Tasks with the same key share a limit. */
  key: string;
  limit: ConcurrencyLimit;
  /** Creates the error for a task that gets no slot. */
  createError: (reason: SlotRejection) => Error;
}

/** The right of a task to run. */
export interface Slot {
  /** Ends the task, so that the next one can start. Further calls do nothing. */
  release(): void;
  /** Lets another task run while this one only waits for something else, such as a provider. */
  pause(): void;
  /** Ends a pause. The task continues at once, even if that exceeds the limit for the moment. */
  resume(): void;
}

/** Resolves once a task may run, first come, first served. Rejects if the queue is full or the wait is too long. */
export type AcquireSlot = (request: SlotRequest) => Promise<Slot>;

/** The tasks of one key. */
interface TaskGroup {
  key: string;
  maxRunning: number;
  /** Tasks with a slot that are not paused. */
  running: number;
  /** Tasks with a slot, paused or not. */
  slots: number;
  /** The functions that start the waiting tasks, in order. */
  queue: Set<() => void>;
}

/** Creates a limiter for the tasks of this process. It forgets a key that has no tasks. */
export function createConcurrencyLimiter(): AcquireSlot {
  const groups = new Map<string, TaskGroup>();

  function startNext(group: TaskGroup): void {
    for (const start of group.queue) {
      if (group.running >= group.maxRunning) return;
      group.queue.delete(start);
      group.running += 1;
      group.slots += 1;
      start();
    }
    if (group.slots === 0) groups.delete(group.key);
  }

  function waitInQueue(group: TaskGroup, { limit, createError }: SlotRequest): Promise<void> {
    if (group.queue.size >= limit.maxQueued) return Promise.reject(createError('queue full'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    group.queue.add(start);
    if (limit.maxWait !== undefined)
      timer = setTimeout(() => {
        group.queue.delete(start);
        reject(createError('timeout'));
      }, limit.maxWait);
    return promise;
  }

  return async (request) => {
    const { key, limit } = request;
    const group = groups.get(key) ?? createGroup(key);
    group.maxRunning = limit.maxRunning;
    groups.set(key, group);
    if (group.running < group.maxRunning) {
      group.running += 1;
      group.slots += 1;
    } else await waitInQueue(group, request);
    return createSlot(group, () => startNext(group));
  };
}

const createGroup = (key: string): TaskGroup => ({
  key,
  maxRunning: 0,
  running: 0,
  slots: 0,
  queue: new Set(),
});

/** Creates the slot of a task that has started. `startNext` starts waiting tasks. */
function createSlot(group: TaskGroup, startNext: () => void): Slot {
  let pauses = 0;
  let isReleased = false;
  return {
    release() {
      if (isReleased) return;
      isReleased = true;
      group.slots -= 1;
      if (pauses === 0) group.running -= 1;
      startNext();
    },
    pause() {
      pauses += 1;
      if (isReleased || pauses > 1) return;
      group.running -= 1;
      startNext();
    },
    resume() {
      pauses -= 1;
      if (!isReleased && pauses === 0) group.running += 1;
    },
  };
}
