import { appendFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';

const MAX_BYTES = 2_000_000;
const LAST_LINES = 20;

/** A log file that rotates at 2 MB: it becomes `<file>.1`, and a new file starts. */
export class LogFile {
  readonly #file: string;
  #size: number;
  #lastLines: string[] = [];

  constructor(file: string) {
    this.#file = file;
    this.#size = existsSync(file) ? statSync(file).size : 0;
  }

  /** Appends text. If that fails, for example because the disk is full, the database keeps running. */
  write(text: string): void {
    this.#lastLines = [...this.#lastLines, ...text.split('\n').filter((line) => line !== '')];
    this.#lastLines = this.#lastLines.slice(-LAST_LINES);
    try {
      if (this.#size > MAX_BYTES) this.#rotate();
      appendFileSync(this.#file, text, { mode: 0o600 });
      this.#size += Buffer.byteLength(text);
    } catch (error) {
      this.#lastLines.push(`(not logged: ${String(error)})`);
    }
  }

  /** The last lines, for an error message if the database ends. */
  lastLines(): string {
    return this.#lastLines.join('\n');
  }

  #rotate(): void {
    rmSync(`${this.#file}.1`, { force: true });
    renameSync(this.#file, `${this.#file}.1`);
    this.#size = 0;
  }
}
