import { labelOfCategory } from '@cairn/contract/taxonomy';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { dueWords } from '../../platform/due-words.ts';
import { formatAccount, formatCount, formatDay, formatMoney } from '../../platform/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Money } from '../../ui/money.tsx';
import { priceChanges } from './price-changes.ts';
import type { StreamDetail as Detail, Payment, Stream } from './recurring.api.ts';
import { StreamChoices } from './stream-choices.tsx';
import { frequencyWords, kindLabel, stateOf, titleOf } from './stream-words.ts';

/** One stream: what it is, what the person says of it, and every payment so far. */
export function StreamDetail({
  detail: { tx, account, payments },
  today,
  onOpen,
}: {
  detail: Detail;
  today: string;
  onOpen: (payment: Payment) => void;
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-12">
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-5">
        <Card aria-label="About it">
          <Head stream={tx} />
          <dl className="mt-5">
            <Fact name={tx.merchant_name ? 'Merchant' : 'Description'}>
              {tx.merchant_name ?? tx.description}
            </Fact>
            <Fact name="Last amount">
              <Money amount={tx.last_amount.amount} currency={tx.currency} flow />
            </Fact>
            <Fact name="Frequency">{capital(frequencyWords(tx.frequency))}</Fact>
            <Fact name="Upcoming date">{upcomingWords(tx, today)}</Fact>
            {tx.category && <Fact name="Category">{labelOfCategory(tx.category)}</Fact>}
            <Fact name="Account">
              <Link
                to={paths.account(account.account_id)}
                className="font-medium text-accent hover:underline"
              >
                {formatAccount(account.name, account.mask)}
              </Link>
            </Fact>
          </dl>
        </Card>
        <StreamChoices key={tx.stream_id} stream={tx} />
      </div>
      <Payments stream={tx} payments={payments} onOpen={onOpen} />
    </div>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function upcomingWords({ predicted_next_date: day, ...stream }: Stream, today: string): string {
  if (day !== null) return `${formatDay(day)}, ${dueWords(day, today)}`;
  if (stream.dismissed) return 'None: you dismissed it';
  if (stream.status === 'cancelled')
    return `None: nothing since ${formatDay(stream.last_date ?? '')}`;
  if (stream.status === 'tombstoned') return 'None: your bank no longer counts it as recurring';
  return 'Not known';
}

function Head({ stream }: { stream: Stream }) {
  const state = stateOf(stream);
  const kind = kindLabel(stream);
  return (
    <div className="flex items-center gap-4">
      <CategoryIcon category={stream.category ?? 'other'} size="large" />
      <div className="min-w-0">
        <p className="text-xl">
          <Money amount={stream.last_amount.amount} currency={stream.currency} hero flow />
          <span className="ml-2 text-sm text-muted">{frequencyWords(stream.frequency)}</span>
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {state && <Badge tone={state.tone}>{state.label}</Badge>}
          {kind && <Badge>{kind}</Badge>}
          {stream.confirmed && <Badge tone="good">Confirmed</Badge>}
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

/** Every payment so far; where the price changed, by how much. */
function Payments({
  stream,
  payments,
  onOpen,
}: {
  stream: Stream;
  payments: readonly Payment[];
  onOpen: (payment: Payment) => void;
}) {
  const { before, varies } = priceChanges(payments);
  const sum = payments.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  return (
    <Card title="Payments" className="min-w-0 lg:col-span-7" bodyClass="px-5 pb-3 sm:px-6">
      <p className="figures pb-2 text-muted">
        {payments.length === 0
          ? 'None of its payments is here yet.'
          : `${formatCount(payments.length)} so far, ${formatMoney(sum, stream.currency)} in all.`}
        {varies && ' The amount varies.'}
      </p>
      <ul>
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="relative -mx-2 flex min-h-12 items-center gap-3 px-2 py-2 not-last:border-b border-line hover:bg-sunken/60"
          >
            <button
              type="button"
              onClick={() => onOpen(payment)}
              className="min-w-0 grow truncate text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {formatDay(payment.authorized_date ?? payment.date)}
              <span className="sr-only">, {titleOf(stream)}</span>
            </button>
            {payment.pending && <Badge tone="attention">Pending</Badge>}
            <PriceChange from={before.get(payment.id)} to={payment.amount} stream={stream} />
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
  // Of what comes in, more is further below zero.
  const more = Math.abs(to) > Math.abs(from);
  const good = more === (stream_type === 'inflow');
  const Icon = more ? TrendingUp : TrendingDown;
  const by = Math.abs(Math.round(to * 100) - Math.round(from * 100)) / 100;
  return (
    <Badge tone={good ? 'good' : 'attention'}>
      <Icon aria-hidden="true" className="size-3" />
      {formatMoney(by, currency)} {more ? 'more' : 'less'}
    </Badge>
  );
}
