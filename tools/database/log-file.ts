import { appendFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';

const LARGEST = 2_000_000;
const KEPT_LINES = 20;

/** A log that stays small: at 2 MB it becomes `<file>.1` and begins anew. */
export class LogFile {
  readonly #file: string;
  #size: number;
  #last: string[] = [];

  constructor(file: string) {
    this.#file = file;
    this.#size = existsSync(file) ? statSync(file).size : 0;
  }

  /** Appends text. A full disk loses log lines, not the database. */
  write(text: string): void {
    this.#last = [...this.#last, ...text.split('\n').filter((line) => line !== '')];
    this.#last = this.#last.slice(-KEPT_LINES);
    try {
      if (this.#size > LARGEST) this.#rotate();
      appendFileSync(this.#file, text, { mode: 0o600 });
      this.#size += Buffer.byteLength(text);
    } catch (error) {
      this.#last.push(`(not logged: ${String(error)})`);
    }
  }

  /** The last lines, for whoever has to say why the database ended. */
  lastLines(): string {
    return this.#last.join('\n');
  }

  #rotate(): void {
    rmSync(`${this.#file}.1`, { force: true });
    renameSync(this.#file, `${this.#file}.1`);
    this.#size = 0;
  }
}
