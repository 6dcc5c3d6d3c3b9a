/** What start-database.ts tells supervise.ts, as the first line on its standard input. */
export interface SupervisorOptions {
  /** Absolute path. */
  readonly dataDir: string;
  /** OS users to try when started as root, best first. */
  readonly osUsers: readonly string[];
  /** Where data and binaries go that must be reached by such a user but lie out of its reach. */
  readonly sharedFolder: string;
  /** For tests: nothing waits for the disk, so a power cut may lose it all. */
  readonly forgetful: boolean;
  /** The folder is deleted at the end. */
  readonly throwaway: boolean;
}

/** What supervise.ts says, one JSON object a line. */
export type DatabaseEvent =
  | { readonly event: 'progress'; readonly text: string }
  | { readonly event: 'ready'; readonly url: string; readonly pid: number }
  | { readonly event: 'failed'; readonly text: string };
