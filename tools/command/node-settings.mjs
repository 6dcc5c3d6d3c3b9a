import { join } from 'node:path';
import { root } from './root.mjs';

/** The variables with which our long-lived programs run under Node.js. */
export const nodeSettings = {
  // Where Node.js keeps what it made of our sources, so that it makes it once: a process starts in half
  // the time and does without the compiler in its memory.
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
  // In MiB, for objects that die young. The default of 32 costs 60 MiB under load and saves 3 % of time.
  NODE_OPTIONS: '--max-semi-space-size=8',
};
