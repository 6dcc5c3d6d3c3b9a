import { write, writeSync } from 'node:fs';

/** In characters: about half a minute of lines at a thousand requests per second. */
const defaultCapacity = 8_000_000;
// In milliseconds.
const retryInterval = 1_000;
const busyInterval = 50;

/** Where the logger writes. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * Creates a destination that writes to a file descriptor and never fails: logging must neither crash nor block the
 * process. If the disk is full or a reader is slow, lines wait in memory, and writing is retried. Beyond `capacity`
 * characters, new lines are dropped. Their number is logged once lines can be written again (`log_lines_dropped`).
 *
 * Pino's own destination crashes the process if the disk is full, and keeps it from exiting.
 */
export function createLogDestination(fd: number, capacity = defaultCapacity): LogDestination {
  let waiting: string[] = [];
  let waitingLength = 0;
  let dropped = 0;
  let buffer: Buffer = Buffer.alloc(0);
  // True from the first attempt to write `buffer` until all of it is written.
  let isWriting = false;
  // True while the operating system is writing `buffer`.
  let isInFlight = false;

  function writeNext(): void {
    if (buffer.length === 0) fillBuffer();
    isWriting = buffer.length > 0;
    isInFlight = isWriting;
    if (isWriting) write(fd, buffer, onWritten);
  }

  function fillBuffer(): void {
    if (waiting.length > 0 && dropped > 0) {
      waiting.push(droppedLine(dropped));
      dropped = 0;
    }
    buffer = Buffer.from(waiting.join(''));
    waiting = [];
    waitingLength = 0;
  }

  function onWritten(error: NodeJS.ErrnoException | null, count: number): void {
    isInFlight = false;
    if (error === null) {
      buffer = buffer.subarray(count);
      writeNext();
      return;
    }
    // The reader of a pipe is gone and will not come back.
    if (error.code === 'EPIPE') buffer = Buffer.alloc(0);
    const isBusy = error.code === 'EAGAIN' || error.code === 'EBUSY';
    setTimeout(writeNext, isBusy ? busyInterval : retryInterval).unref();
  }

  process.once('exit', () => {
    // A write that is in flight completes before the process ends.
    const unwritten = isInFlight ? Buffer.alloc(0) : buffer;
    writeRemaining(fd, Buffer.concat([unwritten, Buffer.from(waiting.join(''))]));
  });
  return {
    write(line) {
      if (waitingLength + line.length > capacity) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      if (!isWriting) writeNext();
    },
  };
}

/** Writes the remaining lines when the process exits. Gives up at the first error. */
function writeRemaining(fd: number, content: Buffer): void {
  try {
    for (let remaining = content; remaining.length > 0; )
      remaining = remaining.subarray(writeSync(fd, remaining));
  } catch {
    // The lines can't be written, and nothing can be reported anymore.
  }
}

const droppedLine = (lines: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'log_lines_dropped', lines })}\n`;
