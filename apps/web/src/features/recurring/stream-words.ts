import type { BadgeTone } from '../../ui/badge.tsx';
import type { Stream } from './recurring.api.ts';

type Named = Pick<Stream, 'name' | 'merchant_name' | 'description'>;

/** What a stream is called: by the person, else by its merchant, else as the bank writes it. */
export const titleOf = ({ name, merchant_name, description }: Named): string =>
  name ?? merchant_name ?? description;

const frequencies: ReadonlyMap<string, string> = new Map([
  ['WEEKLY', 'every week'],
  ['BIWEEKLY', 'every 2 weeks'],
  ['SEMI_MONTHLY', 'twice a month'],
  ['MONTHLY', 'every month'],
  ['QUARTERLY', 'every 3 months'],
  ['ANNUALLY', 'every year'],
]);

/** How often, in words: `every 2 weeks`. */
export const frequencyWords = (frequency: string): string =>
  frequencies.get(frequency) ?? 'at irregular times';

/** What state a stream is in, where that is worth a word. */
export function stateOf(stream: Stream): { label: string; tone: BadgeTone } | null {
  if (stream.dismissed) return { label: 'Dismissed', tone: 'neutral' };
  if (stream.status === 'cancelled') return { label: 'Cancelled', tone: 'neutral' };
  if (stream.status === 'tombstoned') return { label: 'Ended', tone: 'neutral' };
  return stream.overdue ? { label: 'Overdue', tone: 'attention' } : null;
}

/** What a person may call a stream, by which way its money goes. */
export const kindsOf = ({ stream_type }: Pick<Stream, 'stream_type'>) =>
  stream_type === 'inflow'
    ? ([{ value: 'income', label: 'Income' }] as const)
    : ([
        { value: 'bill', label: 'Bill' },
        { value: 'subscription', label: 'Subscription' },
      ] as const);

const kindLabels = { bill: 'Bill', subscription: 'Subscription', income: 'Income' };

/** The word for what a stream is; null where nobody said. */
export const kindLabel = ({ kind }: Pick<Stream, 'kind'>): string | null =>
  kind === null ? null : kindLabels[kind];
