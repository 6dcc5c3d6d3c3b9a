import type { CallBody } from '@cairn/contract/calls';

/**
 * A total with a proof, as `POST /user/proof` identifies it: `of` is the kind of total, `period` its
 * days (inclusive; by default this month up to today), and `key` a category or group. `known_only` leaves out
 * estimated balances.
 */
export type ProvenTotal = Pick<
  CallBody<'POST /user/proof'>,
  'of' | 'period' | 'key' | 'known_only'
>;

const paramNames = {
  of: 'proof',
  key: 'proofKey',
  from: 'proofFrom',
  to: 'proofTo',
  known: 'proofKnown',
} as const;

/** The total whose proof is open according to the URL, or null. The server validates it. */
export function provenTotalFromParams(params: URLSearchParams): ProvenTotal | null {
  const of = params.get(paramNames.of);
  if (of === null || of === '') return null;
  const key = params.get(paramNames.key);
  const from = params.get(paramNames.from);
  const to = params.get(paramNames.to);
  return {
    of,
    ...(key !== null && { key }),
    ...(from !== null && to !== null && { period: { from, to } }),
    ...(params.get(paramNames.known) === 'only' && { known_only: true }),
  };
}

/** Returns the query parameters with a total's proof open, or closed for null. Keeps all others. */
export function withProofParams(
  params: URLSearchParams,
  total: ProvenTotal | null,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.values(paramNames)) next.delete(name);
  if (total === null) return next;
  next.set(paramNames.of, total.of);
  if (total.key !== undefined) next.set(paramNames.key, total.key);
  if (total.known_only) next.set(paramNames.known, 'only');
  if (total.period !== undefined) {
    next.set(paramNames.from, total.period.from);
    next.set(paramNames.to, total.period.to);
  }
  return next;
}
