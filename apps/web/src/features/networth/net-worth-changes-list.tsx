import { formatMessage } from '@cairn/contract/text/copy';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { Money } from '../../ui/money.tsx';
import { ProofLink } from '../../ui/proven-money.tsx';
import type { ChartedHistory } from './known-history.ts';
import { changesBetween, type NetWorthChange, splitByKnown } from './net-worth-changes.ts';
import type { NetWorthPoint } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.changes;
const previewCount = 5;

/**
 * The accounts that changed net worth most between two points. Estimates are labeled as estimated. With `knownOnly`,
 * they are left out, and the change counts the accounts that are known at both points.
 */
export function NetWorthChangesList({
  history,
  knownOnly,
  compared: { from, to },
  hasSelection,
  nameOf,
  pathOf,
  onReset,
}: {
  /** Without estimates if `knownOnly` is set. */
  history: ChartedHistory;
  knownOnly: boolean;
  compared: { from: number; to: number };
  /** True if the user selected the points. Otherwise they are the first and last of the range. */
  hasSelection: boolean;
  nameOf: (id: string) => string;
  pathOf: (id: string) => string;
  onReset: () => void;
}) {
  const { points, accounts, currency } = history;
  const [showAll, setShowAll] = useState(false);
  const [start, end] = [points[from], points[to]];
  if (!start || !end || from === to) return null;
  const days = { from: start.date, to: end.date };
  const { known, estimated } = splitByKnown(accounts, from, to);
  const changes = changesBetween(knownOnly ? known : accounts, from, to);
  const hidden = showAll ? [] : changes.slice(previewCount);
  return (
    <section aria-label={copy.title} className="mt-5 border-t border-line pt-4">
      <Summary
        start={start}
        end={end}
        change={sumChanges(changes)}
        knownOnly={knownOnly}
        currency={currency}
      />
      <p className="mt-1 text-xs text-muted">
        {hasSelection ? (
          <Button variant="ghost" size="small" className="-ml-3 text-accent" onClick={onReset}>
            {copy.compareEntireRange}
          </Button>
        ) : (
          copy.hint
        )}
      </p>
      {estimated.length > 0 && (
        <p className="mt-2 text-xs text-attention">
          {formatMessage(knownOnly ? copy.leftOut : copy.estimatedAccounts, {
            accounts: estimated.map(nameOf).join(', '),
          })}
        </p>
      )}
      {changes.length === 0 && <p className="mt-3 text-muted">{copy.none}</p>}
      <ul className="mt-2">
        {changes.slice(0, changes.length - hidden.length).map((change) => (
          <ChangeLine
            key={change.id}
            change={change}
            name={nameOf(change.id)}
            path={pathOf(change.id)}
            days={days}
            knownOnly={knownOnly}
            currency={currency}
          />
        ))}
        {hidden.length > 0 && (
          <li className="flex justify-between gap-4 py-1.5 text-muted">
            <button
              type="button"
              onClick={() => setShowAll(true)}
              className="-my-1 py-1 text-accent underline-offset-4 hover:underline"
            >
              {formatMessage(copy.showMore, { count: hidden.length })}
            </button>
            <SignedAmount amount={sumChanges(hidden)} currency={currency} />
          </li>
        )}
      </ul>
    </section>
  );
}

const sumChanges = (changes: readonly NetWorthChange[]): number =>
  changes.reduce((cents, { change }) => cents + Math.round(change * 100), 0) / 100;

/** The two days that are compared, and the change between them. Each number opens its proof. */
function Summary({
  start,
  end,
  change,
  knownOnly,
  currency,
}: {
  start: NetWorthPoint;
  end: NetWorthPoint;
  change: number;
  knownOnly: boolean;
  currency: string;
}) {
  const days = { from: start.date, to: end.date };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">{copy.title}</h2>
        <p className="figures text-muted" aria-live="polite">
          <Message
            text={copy.difference}
            values={{
              from: formatDay(start.date),
              to: formatDay(end.date),
              amount: (
                <Estimated estimated={start.estimated || end.estimated}>
                  <ProofLink
                    total={{ of: 'net_worth_change', period: days, ...onlyKnown(knownOnly) }}
                  >
                    <SignedAmount amount={change} currency={currency} className="font-semibold" />
                  </ProofLink>
                </Estimated>
              ),
            }}
          />
        </p>
      </div>
      <p className="figures mt-1 text-muted">
        <Message
          text={knownOnly ? copy.knownNetWorthOnDays : copy.netWorthOnDays}
          values={{
            start: <NetWorthOn point={start} knownOnly={knownOnly} currency={currency} />,
            from: formatDay(start.date),
            end: <NetWorthOn point={end} knownOnly={knownOnly} currency={currency} />,
            to: formatDay(end.date),
          }}
        />
      </p>
    </>
  );
}

const onlyKnown = (knownOnly: boolean) => (knownOnly ? { known_only: true } : {});

/** An amount, labeled as estimated if it is. */
function Estimated({ estimated, children }: { estimated: boolean; children: ReactNode }) {
  return estimated ? <Message text={copy.estimatedNet} values={{ amount: children }} /> : children;
}

/** Net worth at the end of a day. Opens the proof with that day's balances. */
function NetWorthOn({
  point: { date, net, estimated },
  knownOnly,
  currency,
}: {
  point: NetWorthPoint;
  knownOnly: boolean;
  currency: string;
}) {
  return (
    <Estimated estimated={estimated}>
      <ProofLink
        total={{ of: 'net_worth', period: { from: date, to: date }, ...onlyKnown(knownOnly) }}
      >
        <Money amount={net} currency={currency} className="text-ink" />
      </ProofLink>
    </Estimated>
  );
}

/** One account's effect on net worth. The name links to the account, the amount opens its proof. */
function ChangeLine({
  change: { id, change, isDebt, estimated },
  name,
  path,
  days,
  knownOnly,
  currency,
}: {
  change: NetWorthChange;
  name: string;
  path: string;
  days: { from: string; to: string };
  knownOnly: boolean;
  currency: string;
}) {
  const notes = [
    ...(isDebt ? [change > 0 ? copy.debtDecreased : copy.debtIncreased] : []),
    ...estimateNotes(estimated, days),
  ];
  return (
    <li className="relative flex items-center justify-between gap-4 py-1.5 touch:min-h-11">
      <span className="min-w-0">
        <Link
          to={path}
          className="block leading-6 wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        {notes.length > 0 && <span className="block text-xs text-muted">{notes.join(' · ')}</span>}
      </span>
      <ProofLink
        total={{ of: 'net_worth_change', key: id, period: days, ...onlyKnown(knownOnly) }}
        // This link is above the account link, which covers the rest of the row.
        className="relative"
      >
        <SignedAmount amount={change} currency={currency} className="font-medium" />
      </ProofLink>
    </li>
  );
}

/** A note that says on which of the two days the balance is estimated, if on any. */
function estimateNotes(
  { before, after }: NetWorthChange['estimated'],
  days: { from: string; to: string },
): string[] {
  if (!before && !after) return [];
  if (before && after) return [copy.estimatedOnBoth];
  return [formatMessage(copy.estimatedOn, { day: formatDay(before ? days.from : days.to) })];
}

/** A change with its sign. An increase in net worth is green. */
function SignedAmount({
  amount,
  currency,
  className,
}: {
  amount: number;
  currency: string;
  className?: string;
}) {
  return (
    <span className={classNames('whitespace-nowrap', amount > 0 && 'text-money-in', className)}>
      {amount > 0 ? '+' : ''}
      <Money amount={amount} currency={currency} />
    </span>
  );
}
