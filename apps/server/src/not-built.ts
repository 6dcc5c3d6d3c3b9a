import type { CallKey } from '@cairn/contract/calls';

/**
 * The calls of the contract whose feature comes later. They are gated like any other and answer 501.
 * The tidy test prints this list; the product is whole when it is empty.
 */
export const notBuilt: ReadonlySet<CallKey> = new Set<CallKey>();
