import { useState } from 'react';
import { formatCount } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card, cardClass } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { QueryError } from '../../ui/states.tsx';
import { mainCurrency } from './account-words.ts';
import { useAccounts, useAllHoldings } from './accounts.api.ts';
import { heldTogether } from './holding-words.ts';
import { investmentsOf } from './investments.ts';

/** As many as fit on a screen; the rest is shown on demand. */
const shownFirst = 10;

/** What the investment accounts hold together, by security; nothing where no institution says. */
export function SecuritiesCard() {
  const query = useAllHoldings();
  const [isWhole, setWhole] = useState(false);
  const accounts = useAccounts().data?.accounts ?? [];
  const investments = investmentsOf(accounts, mainCurrency(accounts));
  const counted = new Set(
    investments.kinds.flatMap((kind) =>
      kind.accounts
        .filter(({ notCounted }) => notCounted === null)
        .map(({ account }) => account.account_id),
    ),
  );
  const told = query.data?.accounts.filter(({ account_id }) => counted.has(account_id)) ?? [];
  const { currency, total } = investments;
  const { securities, untold, untoldShare } = heldTogether(told, total, currency);
  const shown = isWhole ? securities : securities.slice(0, shownFirst);
  return (
    <>
      <QueryError what="The holdings" query={query} stale="" missing={cardClass} />
      {securities.length > 0 && (
        <Card title="What they hold" bodyClass="px-5 pt-2 pb-4 sm:px-6">
          <ul className="divide-y divide-line">
            {shown.map(({ key, name, detail, value, share }) => (
              <Line key={key} name={name} detail={detail} {...{ value, share, currency }} />
            ))}
            {untold > 0 && (
              <Line
                name="Not told"
                detail="Their institutions do not say what this is in"
                value={untold}
                share={untoldShare}
                currency={currency}
              />
            )}
          </ul>
          {securities.length > shownFirst && (
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'Show fewer' : `Show all ${formatCount(securities.length)}`}
            </Button>
          )}
        </Card>
      )}
    </>
  );
}

/** One security with its part of everything, as a bar and in percent. */
function Line({
  name,
  detail,
  value,
  share,
  currency,
}: {
  name: string;
  detail: string;
  value: number;
  share: number;
  currency: string;
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <span className="min-w-0 grow basis-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-muted">{detail}</span>
      </span>
      <span aria-hidden="true" className="h-1.5 w-40 rounded-full bg-sunken max-md:hidden">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
        />
      </span>
      <span className="shrink-0 text-right sm:w-32">
        <Money amount={value / 100} currency={currency} />
        <span className="figures block text-xs text-muted">{(share * 100).toFixed(1)}%</span>
      </span>
    </li>
  );
}
