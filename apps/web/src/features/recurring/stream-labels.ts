import { isSubscription } from '@cairn/contract/rules/subscriptions';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';

const { states, kinds } = recurringCopy;

type StreamNames = Pick<Stream, 'name' | 'merchant_name' | 'description'>;

/** The name of a stream: the user's, otherwise the merchant's, otherwise the bank's description. */
export const streamTitle = ({ name, merchant_name, description }: StreamNames): string =>
  name ?? merchant_name ?? description;

/** The badge for a stream's state. Null if it is active and not overdue. */
export function streamStateBadge(stream: Stream): { label: string; tone: BadgeTone } | null {
  if (stream.dismissed) return { label: states.dismissed, tone: 'neutral' };
  if (stream.status === 'cancelled') return { label: states.cancelled, tone: 'neutral' };
  if (stream.status === 'tombstoned') return { label: states.ended, tone: 'neutral' };
  return stream.overdue ? { label: states.overdue, tone: 'attention' } : null;
}

/** The badge for a confirmed stream. Null for any other: a dismissal and a confirmation exclude each other. */
export const confirmedBadge = ({
  confirmed,
  dismissed,
}: Pick<Stream, 'confirmed' | 'dismissed'>): { label: string; tone: BadgeTone } | null =>
  confirmed && !dismissed ? { label: states.confirmed, tone: 'good' } : null;

/** The kinds that the user can choose for a stream, by its direction. */
export const streamKinds = ({ stream_type }: Pick<Stream, 'stream_type'>) =>
  stream_type === 'inflow'
    ? ([{ value: 'income', label: kinds.income }] as const)
    : ([
        { value: 'bill', label: kinds.bill },
        { value: 'subscription', label: kinds.subscription },
      ] as const);

/**
 * The label of a stream's kind: the kind that the user chose, or Subscription if the stream counts as a subscription
 * because of its category. Null for any other stream.
 */
export const kindLabel = (
  stream: Pick<Stream, 'kind' | 'category' | 'stream_type'>,
): string | null => {
  if (stream.kind !== null) return kinds[stream.kind];
  return isSubscription(stream) ? kinds.subscription : null;
};
