import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { supportsPasskeys } from '../passkeys/passkey-support.ts';

/** The factors that this browser can ask for: without passkeys in a browser that has none. */
export const usableFactors = <F extends StepUpFactor>(factors: readonly F[]): F[] =>
  factors.filter((factor) => factor !== 'passkey' || supportsPasskeys());
