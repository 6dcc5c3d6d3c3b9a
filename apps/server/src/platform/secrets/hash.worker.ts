import { hashRawSync, hashSync, type Options, verifySync } from '@node-rs/argon2';

/** A task for a hashing thread. */
export type HashTask =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'hash_raw'; secret: string; options: Options }
  | { kind: 'verify'; password: string; hash: string };

/** The results of tasks by their kind. */
export interface HashResults {
  hash: string;
  hash_raw: Uint8Array;
  verify: boolean;
}

/** Runs one task, which blocks the thread. */
export default function runHashTask(task: HashTask): HashResults[HashTask['kind']] {
  if (task.kind === 'hash') return hashSync(task.password, task.options);
  if (task.kind === 'hash_raw') return hashRawSync(task.secret, task.options);
  return verifySync(task.hash, task.password);
}
