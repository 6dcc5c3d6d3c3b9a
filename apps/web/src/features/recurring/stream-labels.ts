import type { BadgeTone } from '../../ui/badge.tsx';
import type { Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';

const { frequencies, states, kinds } = recurringCopy;

type StreamNames = Pick<Stream, 'name' | 'merchant_name' | 'description'>;

/** The name of a stream: the user's, else the merchant's, else the bank's description. */
export const streamTitle = ({ name, merchant_name, description }: StreamNames): string =>
  name ?? merchant_name ?? description;

const frequencyLabels: ReadonlyMap<string, string> = new Map([
  ['WEEKLY', frequencies.weekly],
  ['BIWEEKLY', frequencies.everyTwoWeeks],
  ['SEMI_MONTHLY', frequencies.twiceAMonth],
  ['MONTHLY', frequencies.monthly],
  ['QUARTERLY', frequencies.quarterly],
  ['ANNUALLY', frequencies.yearly],
]);

/** The label of a frequency: `Every 2 weeks`. */
export const frequencyLabel = (frequency: string): string =>
  frequencyLabels.get(frequency) ?? frequencies.irregular;

/** The badge for a stream's state. Null if it is active and not overdue. */
export function streamStateBadge(stream: Stream): { label: string; tone: BadgeTone } | null {
  if (stream.dismissed) return { label: states.dismissed, tone: 'neutral' };
  if (stream.status === 'cancelled') return { label: states.cancelled, tone: 'neutral' };
  if (stream.status === 'tombstoned') return { label: states.ended, tone: 'neutral' };
  return stream.overdue ? { label: states.overdue, tone: 'attention' } : null;
}

/** The kinds that the user can choose for a stream, by its direction. */
export const streamKinds = ({ stream_type }: Pick<Stream, 'stream_type'>) =>
  stream_type === 'inflow'
    ? ([{ value: 'income', label: kinds.income }] as const)
    : ([
        { value: 'bill', label: kinds.bill },
        { value: 'subscription', label: kinds.subscription },
      ] as const);

/** The label of a stream's kind. Null if the user has not set one. */
export const kindLabel = ({ kind }: Pick<Stream, 'kind'>): string | null =>
  kind === null ? null : kinds[kind];
