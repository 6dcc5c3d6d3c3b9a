import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatMoney } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import {
  otherSharesColor,
  type Share,
  ShareRing,
  shareColor,
} from '../../ui/charts/share-ring.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { cryptoCopy } from './crypto.copy.ts';
import { formatPrice, formatShare, type HoldingRow, type Holdings } from './holdings.ts';

const copy = cryptoCopy.holdings;

/** How many holdings have their own color. The others have a common one. */
const coloredCount = 7;

/** Separates a group of rows from the one above with the same line as between rows. */
const groupClass = 'border-t border-line';

/** The holdings as a ring chart and as a table. */
export function HoldingsCard({ holdings, exchange }: { holdings: Holdings; exchange: string }) {
  const { main, dust, notCounted, total } = holdings;
  if (main.length + dust.length + notCounted.length === 0)
    return (
      <Card title={copy.title}>
        <EmptyState title={copy.emptyTitle} className="py-6">
          {formatMessage(copy.emptyText, { exchange })}
        </EmptyState>
      </Card>
    );
  return (
    <Card title={copy.title} bodyClass="pt-2 pb-2">
      <div className="grid grid-cols-1 items-center gap-y-2 lg:grid-cols-[15rem_1fr] lg:gap-x-4 lg:pl-6">
        {total > 0 && (
          <div className="px-5 pt-2 pb-4 lg:px-0">
            <ShareRing shares={sharesOf(holdings)}>
              <span className="text-xs text-muted">{copy.total}</span>
              <Money
                amount={total}
                decimals={total >= 100_000 ? 0 : 2}
                className="text-base font-semibold sm:text-lg"
              />
            </ShareRing>
          </div>
        )}
        <div className={total > 0 ? 'min-w-0' : 'min-w-0 lg:col-span-2 lg:-ml-6'}>
          <HoldingTable holdings={holdings} />
        </div>
      </div>
    </Card>
  );
}

function sharesOf({ main }: Holdings): Share[] {
  const colored = main.slice(0, coloredCount);
  const shares = colored.map(({ code, share }, index) => ({
    key: code,
    fraction: share,
    color: shareColor(index),
  }));
  const remainder = 1 - shares.reduce((sum, { fraction }) => sum + fraction, 0);
  return remainder > 0.0005
    ? [...shares, { key: 'others', fraction: remainder, color: otherSharesColor }]
    : shares;
}

const colorOf = (index: number): string =>
  index < coloredCount ? shareColor(index) : otherSharesColor;

function HoldingTable({ holdings: { main, dust, notCounted } }: { holdings: Holdings }) {
  const [isDustShown, setDustShown] = useState(false);
  const dustId = useId();
  const dustSum =
    dust.reduce((cents, { value }) => cents + Math.round((value ?? 0) * 100), 0) / 100;
  return (
    <Table caption={copy.caption}>
      <thead>
        <tr>
          <HeadCell>{copy.asset}</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            {copy.price}
          </HeadCell>
          <HeadCell numeric className="max-sm:pr-5">
            {copy.value}
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            {copy.share}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {main.map((row, index) => (
          <HoldingLine key={row.code} row={row} color={colorOf(index)} />
        ))}
      </tbody>
      {dust.length > 0 && (
        <tbody className={groupClass}>
          <Row>
            <Cell>
              <button
                type="button"
                aria-expanded={isDustShown}
                aria-controls={dustId}
                onClick={() => setDustShown(!isDustShown)}
                className="-ml-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-left text-muted hover:bg-sunken hover:text-ink touch:min-h-11"
              >
                {isDustShown ? (
                  <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
                ) : (
                  <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
                )}
                {formatPlural(dust.length, copy.small)}
              </button>
            </Cell>
            <Cell className="max-sm:hidden" />
            <Cell numeric className="text-muted max-sm:pr-5">
              {formatMoney(dustSum)}
            </Cell>
            <Cell className="max-sm:hidden" />
          </Row>
        </tbody>
      )}
      {dust.length > 0 && (
        <tbody id={dustId} hidden={!isDustShown} className={groupClass}>
          {isDustShown &&
            dust.map((row) => <HoldingLine key={row.code} row={row} color={otherSharesColor} />)}
        </tbody>
      )}
      {notCounted.length > 0 && (
        <tbody className={groupClass}>
          {notCounted.map((row) => (
            <HoldingLine key={row.code} row={row} color={null} />
          ))}
        </tbody>
      )}
    </Table>
  );
}

/** One holding. Without a price it is listed as not counted. */
function HoldingLine({ row, color }: { row: HoldingRow; color: string | null }) {
  const { code, name, amount, price, value, share } = row;
  return (
    <Row>
      <Cell className="max-w-0 w-full">
        <span className="flex items-start gap-2.5">
          <span
            aria-hidden="true"
            className="mt-1.5 size-2.5 shrink-0 rounded-full border border-edge"
            style={color === null ? undefined : { background: color, borderColor: color }}
          />
          <span className="min-w-0">
            <span className="block truncate font-medium">{name}</span>
            <span className="figures block text-xs text-muted [overflow-wrap:anywhere]">
              {amount} {code}
            </span>
          </span>
        </span>
      </Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {price === null ? <span className="sr-only">{copy.noPrice}</span> : formatPrice(price)}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-sm:pr-5">
        {value === null ? (
          <span className="text-muted">
            {copy.notCounted}
            <span className="block text-xs">{copy.noPrice}</span>
          </span>
        ) : (
          <>
            <Money amount={value} />
            <span className="block text-xs text-muted sm:hidden">
              {formatShare(share)}
              {price !== null && (
                <span className="max-[22.5rem]:hidden"> · {formatPrice(price)}</span>
              )}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {value === null ? '' : formatShare(share)}
      </Cell>
    </Row>
  );
}

/** Cash at the exchange. It isn't part of the total. */
export function CashCard({ cash }: { cash: readonly HoldingRow[] }) {
  if (cash.length === 0) return null;
  return (
    <Card title={cryptoCopy.cash.title} bodyClass="px-5 pt-1 pb-4 sm:px-6">
      <p className="mb-2 text-xs text-muted">{cryptoCopy.cash.note}</p>
      <ul className="divide-y divide-line">
        {cash.map(({ code, name, amount, value }) => (
          <li key={code} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="figures block text-xs text-muted">
                {amount} {code}
              </span>
            </span>
            {value === null ? (
              <span className="text-muted">{copy.noPrice}</span>
            ) : (
              <Money amount={value} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
