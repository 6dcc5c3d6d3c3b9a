import type { CallKey } from '@cairn/contract/calls';

/** Calls of the contract that are not implemented yet. They pass the gate and respond with 501. */
export const notBuilt: ReadonlySet<CallKey> = new Set<CallKey>();
