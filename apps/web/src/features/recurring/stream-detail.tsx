import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDueDate } from '../../domain/format-due-date.ts';
import { frequencyLabel } from '../../domain/frequency-label.ts';
import { paths } from '../../paths.ts';
import { formatAccount, formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { MerchantLogo } from '../../ui/merchant-logo.tsx';
import { Money } from '../../ui/money.tsx';
import { priceChanges } from './price-changes.ts';
import type { StreamDetail as Detail, Payment, Stream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { confirmedBadge, kindLabel, streamStateBadge, streamTitle } from './stream-labels.ts';
import { StreamSettings } from './stream-settings.tsx';

const { stream: copy, payments: paymentsCopy } = recurringCopy;

/** One stream: its details, the user's settings, and every payment so far. */
export function StreamDetail({
  detail: { tx, account, payments },
  today,
  onOpenPayment,
}: {
  detail: Detail;
  today: string;
  onOpenPayment: (payment: Payment) => void;
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-5">
        <Card aria-label={copy.label}>
          <Summary stream={tx} />
          <dl className="mt-5">
            <Fact name={tx.merchant_name ? copy.merchant : copy.description}>
              {tx.merchant_name ?? tx.description}
            </Fact>
            <Fact name={copy.lastAmount}>
              <Money amount={tx.last_amount.amount} currency={tx.currency} flow />
            </Fact>
            <Fact name={copy.frequency}>{frequencyLabel(tx.frequency)}</Fact>
            <Fact name={copy.upcomingDate}>{upcomingText(tx, today)}</Fact>
            {tx.category && <Fact name={copy.category}>{categoryLabel(tx.category)}</Fact>}
            <Fact name={copy.account}>
              <Link
                to={paths.account(account.account_id)}
                className="font-medium text-accent hover:underline"
              >
                {formatAccount(account.name, account.mask)}
              </Link>
            </Fact>
          </dl>
        </Card>
        <StreamSettings key={tx.stream_id} stream={tx} />
      </div>
      <Payments stream={tx} payments={payments} onOpenPayment={onOpenPayment} />
    </div>
  );
}

/** The next date of a stream, or the reason that there is none. */
function upcomingText({ predicted_next_date: day, ...stream }: Stream, today: string): string {
  if (day !== null)
    return formatMessage(copy.dayAndDue, { day: formatDay(day), due: formatDueDate(day, today) });
  if (stream.dismissed) return copy.upcomingDismissed;
  if (stream.status === 'cancelled')
    return formatMessage(copy.upcomingCancelled, { day: formatDay(stream.last_date ?? '') });
  if (stream.status === 'tombstoned') return copy.upcomingEnded;
  return copy.upcomingUnknown;
}

function Summary({ stream }: { stream: Stream }) {
  const state = streamStateBadge(stream);
  const kind = kindLabel(stream);
  const confirmed = confirmedBadge(stream);
  return (
    <div className="flex items-center gap-4">
      <MerchantLogo merchant={stream} category={stream.category ?? 'other'} size="large" />
      <div className="min-w-0">
        <p className="text-xl">
          <Money amount={stream.last_amount.amount} currency={stream.currency} hero flow />
          <span className="ml-2 text-sm text-muted">{frequencyLabel(stream.frequency)}</span>
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {state && <Badge tone={state.tone}>{state.label}</Badge>}
          {kind && <Badge>{kind}</Badge>}
          {confirmed && <Badge tone={confirmed.tone}>{confirmed.label}</Badge>}
        </p>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-2 not-last:border-b border-line">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Every payment so far, with the difference wherever the amount changed. */
function Payments({
  stream,
  payments,
  onOpenPayment,
}: {
  stream: Stream;
  payments: readonly Payment[];
  onOpenPayment: (payment: Payment) => void;
}) {
  const { previousAmounts, varies } = priceChanges(payments);
  const total = payments.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  return (
    <Card
      title={paymentsCopy.title}
      className="min-w-0 lg:col-span-7"
      bodyClass="px-5 pb-3 sm:px-6"
    >
      <p className="figures pb-2 text-muted">
        {payments.length === 0
          ? paymentsCopy.none
          : formatMessage(formatPlural(payments.length, paymentsCopy.summary), {
              amount: formatMoney(total, stream.currency),
            })}
        {varies && ` ${paymentsCopy.varies}`}
      </p>
      <ul>
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="relative -mx-2 flex min-h-12 items-center gap-3 px-2 py-2 not-last:border-b border-line hover:bg-sunken/60"
          >
            <button
              type="button"
              onClick={() => onOpenPayment(payment)}
              className="min-w-0 grow truncate text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <span aria-hidden="true">{formatDay(payment.authorized_date ?? payment.date)}</span>
              <span className="sr-only">
                {formatMessage(paymentsCopy.dayAndName, {
                  day: formatDay(payment.authorized_date ?? payment.date),
                  name: streamTitle(stream),
                })}
              </span>
            </button>
            {payment.pending && <Badge tone="attention">{paymentsCopy.pending}</Badge>}
            <PriceChange
              from={previousAmounts.get(payment.id)}
              to={payment.amount}
              stream={stream}
            />
            <Money amount={payment.amount} currency={payment.currency} flow />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PriceChange({
  from,
  to,
  stream: { currency, stream_type },
}: {
  from: number | undefined;
  to: number;
  stream: Stream;
}) {
  if (from === undefined) return null;
  // Income is negative, so larger amounts are compared by their absolute values.
  const isMore = Math.abs(to) > Math.abs(from);
  const isGood = isMore === (stream_type === 'inflow');
  const Icon = isMore ? TrendingUp : TrendingDown;
  const difference = Math.abs(Math.round(to * 100) - Math.round(from * 100)) / 100;
  return (
    <Badge tone={isGood ? 'good' : 'attention'}>
      <Icon aria-hidden="true" className="size-3" />
      {formatMessage(isMore ? paymentsCopy.more : paymentsCopy.less, {
        amount: formatMoney(difference, currency),
      })}
    </Badge>
  );
}
