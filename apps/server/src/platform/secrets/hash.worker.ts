import { hashRawSync, hashSync, type Options, verifySync } from '@node-rs/argon2';

/** What a hashing thread is asked. */
export type HashTask =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'hash_raw'; secret: string; options: Options }
  | { kind: 'verify'; password: string; hash: string };

/** What it answers, by the kind of its task. */
export interface HashResults {
  hash: string;
  hash_raw: Uint8Array;
  verify: boolean;
}

/** Runs one task of a hashing thread. The thread is busy meanwhile. */
export default function runHashTask(task: HashTask): HashResults[HashTask['kind']] {
  if (task.kind === 'hash') return hashSync(task.password, task.options);
  if (task.kind === 'hash_raw') return hashRawSync(task.secret, task.options);
  return verifySync(task.hash, task.password);
}
