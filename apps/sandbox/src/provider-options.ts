import type { SandboxContext } from './context.ts';

/** What a provider needs from the sandbox. */
export interface ProviderOptions {
  context: SandboxContext;
  /** The current seed. Subject IDs, prices, and exchange rates are derived from it. */
  seed: () => number;
}
