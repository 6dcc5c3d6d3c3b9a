import fc from 'fast-check';
import {
  type OperatorName,
  type OperatorNode,
  type OperatorValues,
  type SearchNode,
  transactionExtras,
  transactionStates,
} from '../search-syntax.ts';

const at = { offset: 0, length: 0 } as const;

const decimals = fc
  .record({ units: fc.nat({ max: 300 }), cents: fc.constantFrom('', '.5', '.01', '.99') })
  .map(({ units, cents }) => `${units}${cents}`);
const bounds = fc.record({ value: decimals, inclusive: fc.boolean() });
const amounts: fc.Arbitrary<OperatorValues['amount']> = fc.oneof(
  bounds.map((min) => ({ min, max: null })),
  bounds.map((max) => ({ min: null, max })),
  fc.tuple(decimals, decimals).map((pair) => {
    const [min = '', max = ''] = pair.toSorted((one, other) => Number(one) - Number(other));
    // Equal bounds are written as one amount.
    const ends = Number(min) === Number(max) ? [min, min] : [min, max];
    const [from = '', to = ''] = ends;
    return { min: { value: from, inclusive: true }, max: { value: to, inclusive: true } };
  }),
);

const days = fc
  .date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2026-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const dayRanges: fc.Arbitrary<OperatorValues['date']> = fc.oneof(
  days.map((from) => ({ from, to: null })),
  days.map((to) => ({ from: null, to })),
  fc.tuple(days, days).map((pair) => {
    const [from = '', to = ''] = pair.toSorted();
    return { from, to };
  }),
);

/** Random operators, with these texts as the values of those that search for a text. */
function operators(texts: fc.Arbitrary<string>): fc.Arbitrary<OperatorNode> {
  const trimmed = texts.map((text) => text.trim()).filter((text) => text !== '');
  const values: { readonly [Name in OperatorName]: fc.Arbitrary<OperatorValues[Name]> } = {
    amount: amounts,
    category: trimmed,
    account: trimmed,
    date: dayRanges,
    merchant: trimmed,
    tag: trimmed,
    is: fc.constantFrom(...transactionStates),
    has: fc.constantFrom(...transactionExtras),
  };
  return fc.oneof(
    ...Object.entries(values).map(([operator, value]) =>
      (value as fc.Arbitrary<unknown>).map(
        // The table pairs each operator with its values.
        (chosen) => ({ kind: 'operator', operator, value: chosen, at }) as OperatorNode,
      ),
    ),
  );
}

/** Random syntax trees of searches, with these texts. All positions are zero. */
export function searchNodes(texts: fc.Arbitrary<string>): fc.Arbitrary<SearchNode> {
  const text = texts
    .filter((chosen) => chosen.trim() !== '')
    .map((chosen) => ({ kind: 'text', text: chosen, at }) as const);
  return fc.letrec<{ node: SearchNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(text, operators(texts)),
      tie('node').map((part) => ({ kind: 'not', part, at }) as const),
      fc
        .record({
          kind: fc.constantFrom('and', 'or'),
          parts: fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
        })
        .map((joined): SearchNode => ({ ...joined, at })),
    ),
  })).node;
}
