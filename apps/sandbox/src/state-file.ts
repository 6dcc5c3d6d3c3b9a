import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A JSON file that preserves the sandbox's state across restarts.
 *
 * Each part of the sandbox owns a named section and provides its snapshot. Writes are atomic: a temporary file is
 * written, flushed, and renamed, so a kill at any time leaves either the old file or the new file.
 */
export class StateFile {
  private readonly path: string | null;
  private readonly saved: Record<string, unknown>;
  private readonly sections = new Map<string, () => unknown>();
  private currentWrite: Promise<void> | null = null;
  private nextWrite: Promise<void> | null = null;

  /** If `dataDir` is null, nothing is saved. Throws if the folder cannot be created or the file is not JSON. */
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

  /** Returns the section saved by an earlier process, or undefined. `snapshot` is called on each save. */
  section(name: string, snapshot: () => unknown): unknown {
    this.sections.set(name, snapshot);
    return this.saved[name];
  }

  /** Resolves when the state at the time of the call is on disk. Calls during a write share the next write. */
  save(): Promise<void> {
    if (this.path === null) return Promise.resolve();
    if (this.currentWrite === null) {
      this.currentWrite = this.write(this.path).finally(() => {
        this.currentWrite = null;
      });
      return this.currentWrite;
    }
    this.nextWrite ??= this.currentWrite
      .catch(() => undefined)
      .then(() => {
        this.nextWrite = null;
        return this.save();
      });
    return this.nextWrite;
  }

  /** Saves in the background. A failure is reported on stderr, and the next save retries. */
  saveSoon(): void {
    this.save().catch((error: unknown) => {
      process.emitWarning(`could not save the sandbox's state: ${String(error)}`);
    });
  }

  private async write(path: string): Promise<void> {
    const content: Record<string, unknown> = {};
    for (const [name, snapshot] of this.sections) content[name] = snapshot();
    const temporaryPath = `${path}.new`;
    try {
      const file = await open(temporaryPath, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(content));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true });
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
    throw new Error(
      `${path} is not valid JSON. Move it away to start the sandbox with a clean state`,
    );
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(
      `${path} does not contain the sandbox's state. Move it away to start with a clean state`,
    );
  }
  return { ...content };
}
