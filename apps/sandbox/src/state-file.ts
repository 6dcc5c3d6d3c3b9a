import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One JSON file that carries the sandbox over a restart.
 *
 * Each part of the sandbox owns a named section and says how to write it; the file is always replaced
 * whole (written aside, flushed, renamed), so a kill at any moment leaves the old file or the new one.
 */
export class StateFile {
  private readonly path: string | null;
  private readonly saved: Record<string, unknown>;
  private readonly sections = new Map<string, () => unknown>();
  private writing: Promise<void> | null = null;
  private again: Promise<void> | null = null;

  /** `dataDir` null keeps nothing. Throws where the folder can't be made or the file is not JSON. */
  constructor(dataDir: string | null) {
    if (dataDir === null) {
      this.path = null;
      this.saved = {};
      return;
    }
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.path = join(dataDir, 'sandbox-state.json');
    this.saved = readSaved(this.path);
  }

  /** What was saved under this name by an earlier process (undefined at the first start); `snapshot` is asked at each save. */
  section(name: string, snapshot: () => unknown): unknown {
    this.sections.set(name, snapshot);
    return this.saved[name];
  }

  /** Resolves when everything known at the moment of the call is on disk. Calls during a write share the next one. */
  save(): Promise<void> {
    if (this.path === null) return Promise.resolve();
    if (this.writing === null) {
      this.writing = this.write(this.path).finally(() => {
        this.writing = null;
      });
      return this.writing;
    }
    this.again ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.again = null;
        return this.save();
      });
    return this.again;
  }

  /** Saves without making anyone wait; a failure is told on stderr and the next save tries again. */
  saveSoon(): void {
    this.save().catch((error: unknown) => {
      process.emitWarning(`the sandbox's state could not be saved: ${String(error)}`);
    });
  }

  private async write(path: string): Promise<void> {
    const content: Record<string, unknown> = {};
    for (const [name, snapshot] of this.sections) content[name] = snapshot();
    const aside = `${path}.new`;
    try {
      const file = await open(aside, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(content));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}

function readSaved(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON: move it away to start the sandbox afresh`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${path} does not hold the sandbox's state: move it away to start afresh`);
  }
  return { ...content };
}
