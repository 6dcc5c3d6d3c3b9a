import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { formatCount } from '../../../platform/formats/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { Money } from '../../../ui/money.tsx';
import { mainCurrency } from '../account-labels.ts';
import { useAccounts, useAllHoldings } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { totalBySecurity } from './holding-labels.ts';
import { groupInvestments } from './investments.ts';

const copy = accountsCopy.securities;

/** How many securities are shown at first: about as many as fit on a screen. */
const initialCount = 10;

/** The holdings of all investment accounts by security. Renders nothing if no institution reports any. */
export function SecuritiesCard() {
  const query = useAllHoldings();
  const [isExpanded, setExpanded] = useState(false);
  const accounts = useAccounts().data?.accounts ?? [];
  const investments = groupInvestments(accounts, mainCurrency(accounts));
  const counted = new Set(
    investments.kinds.flatMap((kind) =>
      kind.accounts
        .filter(({ reasonNotCounted }) => reasonNotCounted === null)
        .map(({ account }) => account.account_id),
    ),
  );
  const reported = query.data?.accounts.filter(({ account_id }) => counted.has(account_id)) ?? [];
  const { currency, total } = investments;
  const { securities, unreported, unreportedShare } = totalBySecurity(reported, total, currency);
  const shown = isExpanded ? securities : securities.slice(0, initialCount);
  return (
    <>
      <QueryError
        subject={accountsCopy.subjects.holdings}
        query={query}
        bannerClass=""
        placeholderClass={cardClass}
      />
      {securities.length > 0 && (
        <Card title={copy.title} bodyClass="px-5 pt-2 pb-4 sm:px-6">
          <ul className="divide-y divide-line">
            {shown.map(({ key, name, detail, value, share }) => (
              <Line key={key} name={name} detail={detail} {...{ value, share, currency }} />
            ))}
            {unreported > 0 && (
              <Line
                name={copy.unreported}
                detail={copy.unreportedDetail}
                value={unreported}
                share={unreportedShare}
                currency={currency}
              />
            )}
          </ul>
          {securities.length > initialCount && (
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              aria-expanded={isExpanded}
              onClick={() => setExpanded(!isExpanded)}
            >
              {isExpanded
                ? copy.showFewer
                : formatMessage(copy.showAll, { count: formatCount(securities.length) })}
            </Button>
          )}
        </Card>
      )}
    </>
  );
}

/** One security with its share of all holdings, as a bar and in percent. */
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
        <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
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
