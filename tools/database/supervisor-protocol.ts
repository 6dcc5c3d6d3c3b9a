import type { ArchiveOptions } from './archive/archive-options.ts';

/** Sent by start-database.ts to supervise.ts as the first line of standard input, in JSON. */
export interface SupervisorOptions {
  /** The data folder, as an absolute path. */
  readonly dataDir: string;
  /** OS users to try when started as root, in order of preference. */
  readonly osUsers: readonly string[];
  /** Where data and binaries are stored if the chosen OS user can't access their usual folder. */
  readonly sharedFolder: string;
  /** For tests: nothing waits for the disk, so a power failure may lose all data. */
  readonly nonDurable: boolean;
  /** Whether the data folder is deleted at the end. */
  readonly throwaway: boolean;
  /** Null: the database is not archived. */
  readonly archive: ArchiveOptions | null;
}

/** Sent by supervise.ts to standard output, one JSON object per line. */
export type DatabaseEvent =
  | { readonly event: 'progress'; readonly text: string }
  | { readonly event: 'ready'; readonly url: string; readonly pid: number }
  | { readonly event: 'failed'; readonly text: string };
