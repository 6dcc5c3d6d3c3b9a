import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Where Node.js keeps what it made of our sources, so that it makes it once: a process started with
 * these variables starts in half the time and does without the compiler in its memory.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') };
