import type { SandboxContext } from '../context.ts';

/** The options of an identity provider. */
export interface IdentityOptions {
  context: SandboxContext;
  /** The current seed. Subject IDs are derived from it. */
  seed: () => number;
}
