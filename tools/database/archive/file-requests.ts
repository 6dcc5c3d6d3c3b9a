import { chmodSync, chownSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OsUser } from '../os-user.ts';

/**
 * PostgreSQL archives and restores files of its log with shell commands, which it runs as its own user. That user may be
 * unable to read the archive, the key, and Cairn's code. The command therefore creates an empty file `<name>.request` in a
 * folder that both users can access, and waits for `<name>.yes` or `<name>.no` from this process.
 *
 * Without a response, the command gives up after a minute, and PostgreSQL tries again. It gives up at once if the file
 * `ended` exists, which a watchdog creates when this process has been killed.
 */
const script = `cd "$CAIRN_FILE_REQUESTS" || exit 1
rm -f "$1.no"
[ -e "$1.yes" ] || : > "$1.request" || exit 1
tries=0
until [ -e "$1.yes" ]; do
  tries=$((tries + 1))
  if [ -e "$1.no" ] || [ -e ended ] || [ $tries -gt 1200 ]; then exit 1; fi
  sleep 0.05
done
rm -f "$1.yes"
`;

/** The file that tells waiting commands that nobody will respond. */
export const endedName = 'ended';

/** PostgreSQL's arguments for archiving and restoring by requests. `%f` is the file's name, and `%p` its path. */
export const archiveCommand = '/bin/sh "$CAIRN_FILE_REQUESTS/request" %f';
export const restoreCommand = `${archiveCommand} && mv "$CAIRN_FILE_REQUESTS/%f" %p`;

/** Responds to a request for a file: true if it has been archived, or delivered by `deliver`. */
export type Respond = (name: string) => Promise<boolean>;

const requestSuffix = '.request';
/** In milliseconds, in case the system does not report a new file. */
const CHECK_INTERVAL = 1_000;

/** Calls back when something in a folder changes, as long as the system can watch so many folders. */
function watchFolder(folder: string, onChange: () => void): () => void {
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', () => {});
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/** The folder of the requests of one PostgreSQL. */
export class FileRequests {
  readonly folder: string;
  readonly #user: OsUser;
  #isResponding = false;
  #isDue = false;

  /** Creates the folder, or empties it. */
  constructor(folder: string, user: OsUser) {
    this.folder = folder;
    this.#user = user;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, 'request'), script, { mode: 0o600 });
    this.#changeOwner(join(folder, 'request'));
    this.#changeOwner(folder);
  }

  /** Environment variables for PostgreSQL, which its commands need. */
  get environment(): Record<string, string> {
    return { CAIRN_FILE_REQUESTS: this.folder };
  }

  /** Responds to requests, one after another, until the returned function is called. It deletes the folder. */
  serve(respond: Respond): () => void {
    const check = () => void this.#respondToAll(respond);
    const stopWatching = watchFolder(this.folder, check);
    const timer = setInterval(check, CHECK_INTERVAL);
    check();
    return () => {
      clearInterval(timer);
      stopWatching();
      rmSync(this.folder, { recursive: true, force: true });
    };
  }

  /** Writes the content of a requested file, for `restoreCommand`. */
  async deliver(name: string, content: Buffer): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(path, content, { mode: 0o600 });
    this.#changeOwner(path);
  }

  async #respondToAll(respond: Respond): Promise<void> {
    this.#isDue = true;
    if (this.#isResponding) return;
    this.#isResponding = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        for (const file of await readdir(this.folder).catch(() => []))
          if (file.endsWith(requestSuffix)) await this.#respondTo(file, respond);
      }
    } finally {
      this.#isResponding = false;
    }
  }

  async #respondTo(file: string, respond: Respond): Promise<void> {
    const name = file.slice(0, -requestSuffix.length);
    const result = await respond(name).catch(() => false);
    const path = join(this.folder, file);
    // Renaming needs no space on a full disk. The folder is gone if nobody waits any more.
    await rename(path, join(this.folder, `${name}.${result ? 'yes' : 'no'}`)).catch(() =>
      rm(path, { force: true }),
    );
  }

  #changeOwner(path: string): void {
    if (this.#user.ids !== null) chownSync(path, this.#user.ids.uid, this.#user.ids.gid);
  }
}
