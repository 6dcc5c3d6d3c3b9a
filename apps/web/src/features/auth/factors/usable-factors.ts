import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import { supportsPasskeys } from '../passkeys/passkey-support.ts';

/** The factors that this browser can ask for. Leaves out passkeys if it doesn't support them. */
export const usableFactors = <F extends StepUpFactor>(factors: readonly F[]): F[] =>
  factors.filter((factor) => factor !== 'passkey' || supportsPasskeys());
