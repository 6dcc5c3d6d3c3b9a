import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatMoney } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { restColour, type Share, ShareRing, shareColour } from '../../ui/charts/share-ring.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { type HoldingRow, type Holdings, readablePrice, readableShare } from './holdings.ts';

/** Parts with a colour of their own; the rest is one. */
const ownColours = 7;

/** A group of rows is told apart from the one above as rows are. */
const group = 'border-t border-line';

/** What is held: as a ring and as a table. */
export function HoldingsCard({ holdings, exchange }: { holdings: Holdings; exchange: string }) {
  const { main, dust, notCounted, total } = holdings;
  if (main.length + dust.length + notCounted.length === 0)
    return (
      <Card title="Holdings">
        <EmptyState title="Nothing here yet" className="py-6">
          What you hold at {exchange} appears here by itself.
        </EmptyState>
      </Card>
    );
  return (
    <Card title="Holdings" bodyClass="pt-2 pb-2">
      <div className="grid grid-cols-1 items-center gap-y-2 lg:grid-cols-[15rem_1fr] lg:pl-6">
        {total > 0 && (
          <div className="px-5 pt-2 pb-4 lg:px-0">
            <ShareRing shares={sharesOf(holdings)}>
              <span className="text-xs text-muted">Total</span>
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
  const own = main.slice(0, ownColours);
  const shares = own.map(({ code, share }, index) => ({
    key: code,
    part: share,
    colour: shareColour(index),
  }));
  const rest = 1 - shares.reduce((sum, { part }) => sum + part, 0);
  return rest > 0.0005 ? [...shares, { key: 'rest', part: rest, colour: restColour }] : shares;
}

const colourOf = (index: number): string => (index < ownColours ? shareColour(index) : restColour);

function HoldingTable({ holdings: { main, dust, notCounted } }: { holdings: Holdings }) {
  const [shown, setShown] = useState(false);
  const dustId = useId();
  const dustSum =
    dust.reduce((cents, { value }) => cents + Math.round((value ?? 0) * 100), 0) / 100;
  return (
    <Table caption="What is held, by value">
      <thead>
        <tr>
          <HeadCell>Asset</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Price
          </HeadCell>
          <HeadCell numeric className="max-sm:pr-5">
            Value
          </HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Share
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {main.map((row, index) => (
          <HoldingLine key={row.code} row={row} colour={colourOf(index)} />
        ))}
      </tbody>
      {dust.length > 0 && (
        <tbody className={group}>
          <Row>
            <Cell>
              <button
                type="button"
                aria-expanded={shown}
                aria-controls={dustId}
                onClick={() => setShown(!shown)}
                className="-ml-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 whitespace-nowrap text-muted hover:bg-sunken hover:text-ink touch:min-h-11"
              >
                {shown ? (
                  <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
                ) : (
                  <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
                )}
                {dust.length === 1 ? '1 holding' : `${dust.length} holdings`} under $1
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
        <tbody id={dustId} hidden={!shown} className={group}>
          {shown && dust.map((row) => <HoldingLine key={row.code} row={row} colour={restColour} />)}
        </tbody>
      )}
      {notCounted.length > 0 && (
        <tbody className={group}>
          {notCounted.map((row) => (
            <HoldingLine key={row.code} row={row} colour={null} />
          ))}
        </tbody>
      )}
    </Table>
  );
}

/** One holding. Without a price it is listed, and said not to count. */
function HoldingLine({ row, colour }: { row: HoldingRow; colour: string | null }) {
  const { code, name, amount, price, value, share } = row;
  return (
    <Row>
      <Cell className="max-w-0 w-full">
        <span className="flex items-start gap-2.5">
          <span
            aria-hidden="true"
            className="mt-1.5 size-2.5 shrink-0 rounded-full border border-edge"
            style={colour === null ? undefined : { background: colour, borderColor: colour }}
          />
          <span className="min-w-0">
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            <span className="figures block text-xs text-muted [overflow-wrap:anywhere]">
              {amount} {code}
            </span>
          </span>
        </span>
      </Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {price === null ? <span className="sr-only">No price</span> : readablePrice(price)}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-sm:pr-5">
        {value === null ? (
          <span className="text-muted">
            Not counted
            <span className="block text-xs">No price</span>
          </span>
        ) : (
          <>
            <Money amount={value} />
            <span className="block text-xs text-muted sm:hidden">
              {readableShare(share)}
              {price !== null && (
                <span className="max-[22.5rem]:hidden"> · {readablePrice(price)}</span>
              )}
            </span>
          </>
        )}
      </Cell>
      <Cell numeric className="text-muted max-sm:hidden">
        {value === null ? '' : readableShare(share)}
      </Cell>
    </Row>
  );
}

/** Money of states that lies at the exchange: no part of the total. */
export function CashCard({ cash }: { cash: readonly HoldingRow[] }) {
  if (cash.length === 0) return null;
  return (
    <Card title="Cash" bodyClass="px-5 pt-1 pb-4 sm:px-6">
      <p className="mb-2 text-xs text-muted">
        Money at the exchange. It is not in the crypto total.
      </p>
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
              <span className="text-muted">No price</span>
            ) : (
              <Money amount={value} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
