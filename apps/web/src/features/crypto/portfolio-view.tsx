import { formatMessage } from '@cairn/contract/text/copy';
import { Bitcoin, Settings2 } from 'lucide-react';
import { useLinkExchange } from '../../domain/link-exchange.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../platform/browser/now.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, cardClass } from '../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Money } from '../../ui/money.tsx';
import { isNotLinked, type Portfolio, usePortfolio } from './crypto.api.ts';
import { cryptoCopy } from './crypto.copy.ts';
import { CryptoHistoryCard } from './history-card.tsx';
import { valueHoldings } from './holdings.ts';
import { CashCard, HoldingsCard } from './holdings-card.tsx';

const copy = cryptoCopy.portfolio;

/** Milliseconds between updates of the shown age. */
const ageInterval = 30_000;

/** The holdings at the exchange and their value, or a button that links the exchange. */
export function PortfolioView({ exchange }: { exchange: string }) {
  const query = usePortfolio();
  const { data, error } = query;
  if (isNotLinked(error)) return <NotLinked exchange={exchange} />;
  return (
    <>
      <FetchError query={query} exchange={exchange} />
      {!data && !error && <Loading />}
      {data && <Linked portfolio={data} exchange={exchange} />}
    </>
  );
}

/** The error of the last fetch, shown above the previous data if there is any. */
function FetchError({
  query: { data, error, isFetching, refetch },
  exchange,
}: {
  query: ReturnType<typeof usePortfolio>;
  exchange: string;
}) {
  const link = useLinkExchange();
  if (error === null && !data?.stale) return null;
  const mustLink = error === null && data?.stale_reason === 'reconnect';
  return (
    <div className={data ? 'mb-6' : cardClass}>
      <ErrorState
        title={formatMessage(data ? copy.refreshFailed : copy.fetchFailed, { exchange })}
        detail={error?.message}
        since={data && Date.parse(data.as_of)}
        retry={() => refetch()}
        retrying={isFetching}
        action={
          mustLink && (
            <Button size="small" busy={link.busy} onClick={() => link.mutate()}>
              {formatMessage(cryptoCopy.linkAgain, { exchange })}
            </Button>
          )
        }
      />
      <FormError className="mt-2">{link.error?.message}</FormError>
    </div>
  );
}

function NotLinked({ exchange }: { exchange: string }) {
  const link = useLinkExchange();
  return (
    <div className={cardClass}>
      <EmptyState
        icon={Bitcoin}
        title={copy.notLinkedTitle}
        className="py-14"
        action={
          <div className="flex flex-col items-center gap-3">
            <Button busy={link.busy} onClick={() => link.mutate()}>
              {formatMessage(cryptoCopy.link, { exchange })}
            </Button>
            <FormError>{link.error?.message}</FormError>
          </div>
        }
      >
        {formatMessage(copy.notLinkedText, { exchange })}
      </EmptyState>
    </div>
  );
}

function Linked({ portfolio, exchange }: { portfolio: Portfolio; exchange: string }) {
  const now = useNow(ageInterval);
  const demo = useDemoMode();
  const holdings = valueHoldings(portfolio);
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 className="text-muted">{copy.totalValue}</h2>
            <Money amount={holdings.total} hero className="text-[40px] leading-12" />
            <p className="mt-1 text-xs text-muted">
              {formatMessage(copy.asOf, {
                exchange,
                age: formatTimeAgo(Date.parse(portfolio.as_of), now),
              })}
            </p>
          </div>
          {!demo && (
            <ButtonLink to={paths.exchange(exchange)} variant="secondary" size="small">
              <Settings2 aria-hidden="true" className="size-4" />
              {formatMessage(copy.manage, { exchange })}
            </ButtonLink>
          )}
        </div>
      </Card>
      <HoldingsCard holdings={holdings} exchange={exchange} />
      <CashCard cash={holdings.cash} />
      <CryptoHistoryCard />
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <Card>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-1 h-11 w-56" />
        <Skeleton className="mt-2 h-4 w-32" />
      </Card>
      <Card title={cryptoCopy.holdings.title}>
        <div className="flex flex-col gap-4">
          {placeholderKeys(4).map((key) => (
            <div key={key} className="flex justify-between gap-4">
              <Skeleton className="h-10 w-40" />
              <Skeleton className="h-5 w-20" />
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}
