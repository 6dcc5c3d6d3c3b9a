import { appendFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';

/** When a log file is rotated, and how many files are kept, including the current one. */
export interface LogLimits {
  readonly maxBytes: number;
  readonly maxHours: number;
  readonly files: number;
}

/** How many of the last lines are kept in memory, for error messages. */
const LAST_LINES = 20;
const HOUR = 3_600_000;

/**
 * A log file that rotates while it is written: `<file>` becomes `<file>.1`, which becomes `<file>.2`, and so on.
 *
 * Writing never throws. Lines that can't be written, for example because the disk is full, are dropped. Their number is
 * written once the file can be written again (`log_lines_dropped`).
 */
export class LogFile {
  readonly #file: string;
  readonly #limits: LogLimits;
  #size = 0;
  #startedAt = 0;
  #unfinishedLine = '';
  #lastLines: string[] = [];
  #dropped = 0;

  constructor(file: string, limits: LogLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#readState();
  }

  /** Appends text. If its last line is incomplete, that line is written once its end has arrived. */
  write(text: string): void {
    const linesEnd = text.lastIndexOf('\n') + 1;
    if (linesEnd === 0) {
      this.#unfinishedLine += text;
      return;
    }
    const lines = this.#unfinishedLine + text.slice(0, linesEnd);
    this.#unfinishedLine = text.slice(linesEnd);
    this.#writeLines(lines);
  }

  /** Writes a last line that has no line break, because the process that printed it has ended. */
  finishLine(): void {
    if (this.#unfinishedLine !== '') this.write('\n');
  }

  /** The last lines, for an error message. */
  lastLines(): string {
    return [...this.#lastLines, this.#unfinishedLine].filter((line) => line !== '').join('\n');
  }

  #writeLines(lines: string): void {
    const split = lines.slice(0, -1).split('\n');
    this.#lastLines = [...this.#lastLines, ...split].slice(-LAST_LINES);
    const content = this.#dropped === 0 ? lines : droppedLine(this.#dropped) + lines;
    try {
      if (this.#mustRotate(content)) this.#rotate();
      appendFileSync(this.#file, content, { mode: 0o600 });
      this.#size += Buffer.byteLength(content);
      this.#dropped = 0;
    } catch {
      this.#dropped += split.length;
      this.#removeIncompleteLine();
    }
  }

  /** On a full disk, only the beginning of the lines may have been written. */
  #removeIncompleteLine(): void {
    try {
      truncateSync(this.#file, this.#size);
    } catch {
      // The file is gone, or the disk is broken.
    }
  }

  #mustRotate(content: string): boolean {
    if (this.#size === 0) return false;
    const isOld = Date.now() - this.#startedAt > this.#limits.maxHours * HOUR;
    return isOld || this.#size + Buffer.byteLength(content) > this.#limits.maxBytes;
  }

  #rotate(): void {
    const lastNumber = this.#limits.files - 1;
    rmSync(numbered(this.#file, lastNumber), { force: true });
    for (let number = lastNumber - 1; number >= 0; number -= 1) {
      const from = numbered(this.#file, number);
      if (statSync(from, { throwIfNoEntry: false }) !== undefined)
        renameSync(from, numbered(this.#file, number + 1));
    }
    this.#readState();
  }

  #readState(): void {
    const stats = statSync(this.#file, { throwIfNoEntry: false });
    this.#size = stats?.size ?? 0;
    this.#startedAt = stats?.birthtimeMs ?? Date.now();
  }
}

const numbered = (file: string, number: number): string =>
  number === 0 ? file : `${file}.${number}`;

const droppedLine = (lines: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'log_lines_dropped', lines })}\n`;
