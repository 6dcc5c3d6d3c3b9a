/** How many tasks of a line run at once, and how many may wait for them. */
export interface LineLimits {
  running: number;
  waiting: number;
  /** The longest wait, in milliseconds. Default: unlimited. */
  maxWait?: number;
}

/** Why a line turned a task away. */
export type LineRejection = 'full' | 'timeout';

/** The line that a task enters. */
export interface LineEntry {
  /** Names the line. */
  key: string;
  limits: LineLimits;
  /** Creates the error for a task that is turned away. */
  createError: (reason: LineRejection) => Error;
}

/** The place of a running task. */
export interface Place {
  /** Ends the task, so that the next one starts. Further calls do nothing. */
  leave(): void;
  /** Lets another task run while this one only waits for something else, such as a provider. */
  pause(): void;
  /** Ends a pause. The task continues at once, even if the line is running at its limit meanwhile. */
  resume(): void;
}

/** Resolves once a task may run: at once, or in the order of the calls. Rejects if the line is full or too slow. */
export type EnterLine = (entry: LineEntry) => Promise<Place>;

interface Line {
  key: string;
  limit: number;
  /** Tasks that are not paused. */
  running: number;
  /** Tasks that have not ended, paused or not. */
  places: number;
  /** Starts the tasks that wait, in order. */
  waiting: Set<() => void>;
}

/** Creates lines in which tasks of this process wait for each other. A line exists while it has tasks. */
export function createLines(): EnterLine {
  const lines = new Map<string, Line>();

  function startNext(line: Line): void {
    for (const start of line.waiting) {
      if (line.running >= line.limit) return;
      line.waiting.delete(start);
      line.running += 1;
      line.places += 1;
      start();
    }
    if (line.places === 0) lines.delete(line.key);
  }

  function wait(line: Line, { limits, createError }: LineEntry): Promise<void> {
    if (line.waiting.size >= limits.waiting) return Promise.reject(createError('full'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    line.waiting.add(start);
    if (limits.maxWait !== undefined)
      timer = setTimeout(() => {
        line.waiting.delete(start);
        reject(createError('timeout'));
      }, limits.maxWait);
    return promise;
  }

  return async (entry) => {
    const { key, limits } = entry;
    const line = lines.get(key) ?? createLine(key);
    line.limit = limits.running;
    lines.set(key, line);
    if (line.running < line.limit) {
      line.running += 1;
      line.places += 1;
    } else await wait(line, entry);
    return createPlace(line, () => startNext(line));
  };
}

const createLine = (key: string): Line => ({
  key,
  limit: 0,
  running: 0,
  places: 0,
  waiting: new Set(),
});

/** Creates the place of a task that has started. `startNext` starts others. */
function createPlace(line: Line, startNext: () => void): Place {
  let pauses = 0;
  let hasLeft = false;
  return {
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      line.places -= 1;
      if (pauses === 0) line.running -= 1;
      startNext();
    },
    pause() {
      pauses += 1;
      if (hasLeft || pauses > 1) return;
      line.running -= 1;
      startNext();
    },
    resume() {
      pauses -= 1;
      if (!hasLeft && pauses === 0) line.running += 1;
    },
  };
}
