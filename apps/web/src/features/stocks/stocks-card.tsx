import { formatMessage } from '@cairn/contract/text/copy';
import { ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/browser/now.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { isStale, newestPriceTime, priceAgeText, rowAgeText } from './stock-age.ts';
import { type Stock, type Stocks, useStocks } from './stocks.api.ts';
import { stocksCopy } from './stocks.copy.ts';

/** Milliseconds between updates of the shown age. */
const ageInterval = 30_000;

/** The public table of stock prices with their age. */
export function StocksCard() {
  const query = useStocks();
  const now = useNow(ageInterval);
  const { data } = query;
  const newest = newestPriceTime(data?.rows ?? []);
  return (
    <Card bodyClass="pt-4 pb-2">
      {newest !== undefined && (
        <p className="figures px-5 pb-2 text-muted sm:px-6">{priceAgeText(newest, now)}</p>
      )}
      <PriceError query={query} newest={newest} now={now} />
      <Content query={query} newest={newest} now={now} />
    </Card>
  );
}

interface PricesProps {
  query: ReturnType<typeof useStocks>;
  newest: number | undefined;
  now: number;
}

const stripClass = 'mx-5 my-2 sm:mx-6';

/** The error if prices can't be fetched, by the browser or by the server from its source. */
function PriceError({ query, newest, now }: PricesProps) {
  const { error, data, refetch, isFetching } = query;
  if (error === null && (newest === undefined || !isStale(newest, now))) return null;
  const title =
    error === null
      ? stocksCopy.unavailable
      : data === undefined
        ? stocksCopy.loadFailed
        : stocksCopy.refreshFailed;
  return (
    <ErrorState
      title={title}
      detail={error?.message}
      since={newest}
      retry={error === null ? undefined : refetch}
      retrying={isFetching}
      className={newest === undefined ? '' : stripClass}
    />
  );
}

function Content({ query: { data, error, fetchStatus }, newest, now }: PricesProps) {
  if (data !== undefined) return <Prices stocks={data} newest={newest} now={now} />;
  if (error !== null) return null;
  if (fetchStatus === 'paused')
    return <ErrorState title={stocksCopy.offlineTitle} detail={stocksCopy.offlineText} />;
  return (
    <>
      <LoadingAnnouncement>{stocksCopy.loading}</LoadingAnnouncement>
      <Skeleton className="mx-5 mb-2 h-5 w-44 sm:mx-6" />
      <StockTable>
        {placeholderKeys(10).map((key) => (
          <Row key={key}>
            <Cell>
              <Skeleton className="h-5 w-16" />
            </Cell>
            <Cell>
              <Skeleton className="ml-auto h-5 w-20" />
            </Cell>
          </Row>
        ))}
      </StockTable>
      <div className="border-t border-line px-5 pt-3 pb-2 sm:px-6">
        <Skeleton className="h-5 w-64" />
      </div>
    </>
  );
}

function Prices({ stocks, newest, now }: { stocks: Stocks } & Omit<PricesProps, 'query'>) {
  if (stocks.source === null)
    return (
      <EmptyState icon={ChartLine} title={stocksCopy.noSourceTitle}>
        {stocksCopy.noSourceText}
      </EmptyState>
    );
  if (stocks.rows.length === 0)
    return (
      <EmptyState icon={ChartLine} title={stocksCopy.emptyTitle}>
        {stocksCopy.emptyText}
      </EmptyState>
    );
  return (
    <>
      <StockTable>
        {stocks.rows.map((stock) => (
          <StockRow
            key={stock.name}
            stock={stock}
            age={newest === undefined ? undefined : rowAgeText(stock, newest, now)}
          />
        ))}
      </StockTable>
      <p className="border-t border-line px-5 pt-3 pb-2 text-muted sm:px-6">
        {sourceText(stocks.source)}
      </p>
    </>
  );
}

function StockTable({ children }: { children: ReactNode }) {
  return (
    <Table caption={stocksCopy.caption}>
      <thead>
        <tr>
          <HeadCell>{stocksCopy.symbol}</HeadCell>
          <HeadCell numeric>{stocksCopy.price}</HeadCell>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

function StockRow({ stock, age }: { stock: Stock; age: string | undefined }) {
  return (
    <Row>
      <Cell>
        <span className="font-medium">{stock.name}</span>{' '}
        {age !== undefined && <span className="ml-1 text-muted">{age}</span>}
      </Cell>
      <Cell numeric>
        <Money amount={stock.price} />
      </Cell>
    </Row>
  );
}

/** The source of the prices. Sandbox prices must not be mistaken for real ones. */
const sourceText = (source: string): string =>
  source === 'Sandbox' ? stocksCopy.sandboxSource : formatMessage(stocksCopy.source, { source });
