import type { CallBody } from '@cairn/contract/calls';

/**
 * A total whose proof can be opened, in the words of `POST /user/proof`: what it is `of`, the days it is of
 * (both included; this month up to today where none are said), and the `key` of a category or group.
 */
export type ProvenTotal = Pick<CallBody<'POST /user/proof'>, 'of' | 'period' | 'key'>;

const names = { of: 'proof', key: 'proofKey', from: 'proofFrom', to: 'proofTo' } as const;

/** The total whose proof an address has open, or null. What it says is checked by the server. */
export function provenTotalOf(params: URLSearchParams): ProvenTotal | null {
  const of = params.get(names.of);
  if (of === null || of === '') return null;
  const [key, from, to] = [params.get(names.key), params.get(names.from), params.get(names.to)];
  return {
    of,
    ...(key !== null && { key }),
    ...(from !== null && to !== null && { period: { from, to } }),
  };
}

/** The same address with the proof of a total open; null closes it. Everything else in it stays. */
export function withProof(params: URLSearchParams, total: ProvenTotal | null): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.values(names)) next.delete(name);
  if (total === null) return next;
  next.set(names.of, total.of);
  if (total.key !== undefined) next.set(names.key, total.key);
  if (total.period !== undefined) {
    next.set(names.from, total.period.from);
    next.set(names.to, total.period.to);
  }
  return next;
}
