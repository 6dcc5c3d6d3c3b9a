import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { ProofLink, ProvenMoney } from '../../ui/proven-money.tsx';
import type { WorthHistory, WorthPoint } from './networth.api.ts';
import { changesBetween, type WorthChange } from './worth-changes.ts';

const shownAtMost = 5;

/** What moved the net worth most between two points, account by account. */
export function WorthChangesList({
  history,
  ends: { from, to },
  picked,
  nameOf,
  pathOf,
  onReset,
}: {
  history: WorthHistory;
  ends: { from: number; to: number };
  /** Whether the ends were picked, and are not the range's. */
  picked: boolean;
  nameOf: (id: string) => string;
  pathOf: (id: string) => string;
  onReset: () => void;
}) {
  const { points, accounts, currency } = history;
  const [all, setAll] = useState(false);
  const [start, end] = [points[from], points[to]];
  if (!start || !end || from === to) return null;
  const days = { from: start.date, to: end.date };
  const changes = changesBetween(accounts, from, to);
  const others = all ? [] : changes.slice(shownAtMost);
  const rest = others.reduce((cents, { change }) => cents + Math.round(change * 100), 0) / 100;
  return (
    <section aria-label="What changed most" className="mt-5 border-t border-line pt-4">
      <Ends start={start} end={end} currency={currency} />
      <p className="mt-1 text-xs text-muted">
        {picked ? (
          <Button variant="ghost" size="small" className="-ml-3 text-accent" onClick={onReset}>
            Compare the whole range
          </Button>
        ) : (
          'Press a day on the chart to compare from there, and a second one to compare the two.'
        )}
      </p>
      {changes.length === 0 && <p className="mt-3 text-muted">No balance changed in between.</p>}
      <ul className="mt-2">
        {changes.slice(0, changes.length - others.length).map((change) => (
          <ChangeLine
            key={change.id}
            change={change}
            name={nameOf(change.id)}
            path={pathOf(change.id)}
            days={days}
            currency={currency}
          />
        ))}
        {others.length > 0 && (
          <li className="flex justify-between gap-4 py-1.5 text-muted">
            <button
              type="button"
              onClick={() => setAll(true)}
              className="-my-1 py-1 text-accent underline-offset-4 hover:underline"
            >
              {others.length === 1 ? 'Show 1 other' : `Show ${others.length} others`}
            </button>
            <Signed amount={rest} currency={currency} />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The two days that are compared, and what changed between them; each number opens its proof. */
function Ends({ start, end, currency }: { start: WorthPoint; end: WorthPoint; currency: string }) {
  const whole = (Math.round(end.net * 100) - Math.round(start.net * 100)) / 100;
  const days = { from: start.date, to: end.date };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">What changed most</h3>
        <p className="figures text-muted" aria-live="polite">
          {formatDay(start.date)} to {formatDay(end.date)}:{' '}
          <ProofLink total={{ of: 'worth_change', period: days }}>
            <Signed amount={whole} currency={currency} className="font-semibold" />
          </ProofLink>
        </p>
      </div>
      <p className="figures mt-1 text-muted">
        Net worth <NetThen point={start} currency={currency} /> on {formatDay(start.date)},{' '}
        <NetThen point={end} currency={currency} /> on {formatDay(end.date)}.
      </p>
    </>
  );
}

/** The net worth at the end of a day, which opens the balances of that day. */
function NetThen({ point: { date, net }, currency }: { point: WorthPoint; currency: string }) {
  return (
    <ProvenMoney
      of="net_worth"
      period={{ from: date, to: date }}
      amount={net}
      currency={currency}
      className="text-ink"
    />
  );
}

/** What one account did to the net worth; its name leads to it, the amount to what it is made of. */
function ChangeLine({
  change: { id, change, isDebt },
  name,
  path,
  days,
  currency,
}: {
  change: WorthChange;
  name: string;
  path: string;
  days: { from: string; to: string };
  currency: string;
}) {
  return (
    <li className="relative flex items-center justify-between gap-4 py-1.5 touch:min-h-11">
      <span className="min-w-0">
        <Link
          to={path}
          className="block leading-6 wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        {isDebt && (
          <span className="block text-xs text-muted">
            {change > 0 ? 'A debt that shrank' : 'A debt that grew'}
          </span>
        )}
      </span>
      <ProofLink
        total={{ of: 'worth_change', key: id, period: days }}
        // The row leads to the account, all but this.
        className="relative"
      >
        <Signed amount={change} currency={currency} className="font-medium" />
      </ProofLink>
    </li>
  );
}

/** A change with its sign; what raises the net worth in green. */
function Signed({
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
