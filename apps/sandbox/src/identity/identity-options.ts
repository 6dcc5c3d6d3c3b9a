import type { SandboxContext } from '../context.ts';

/** What an identity provider is given when it is registered. */
export interface IdentityOptions {
  context: SandboxContext;
  /** The seed that holds now: whom a provider calls by which id follows from it. */
  seed: () => number;
}
