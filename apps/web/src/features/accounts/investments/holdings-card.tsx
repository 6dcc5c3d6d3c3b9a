import { formatMessage } from '@cairn/contract/text/copy';
import { formatTimeAgo } from '../../../platform/formats/formats.ts';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../../ui/table.tsx';
import type { AccountHoldings } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import {
  describeCoverage,
  formatGain,
  formatHoldingPrice,
  formatPriceDay,
  formatQuantity,
  type Holding,
  securityName,
  securityType,
} from './holding-labels.ts';

const copy = accountsCopy.holdings;

/** The holdings of an investment account, and how their sum compares with its balance. */
export function HoldingsCard({
  account,
  updatedAt,
}: {
  account: AccountHoldings;
  updatedAt: number;
}) {
  const { holdings, total, currency, as_of } = account;
  const hasCosts = holdings.some(({ cost_basis }) => cost_basis !== null);
  return (
    <Card
      title={copy.title}
      className="mt-6"
      action={
        <p className="text-xs text-muted">
          {formatMessage(accountsCopy.asOf, { age: formatTimeAgo(Date.parse(as_of), updatedAt) })}
        </p>
      }
      bodyClass="pt-2"
    >
      <Table caption={copy.caption}>
        <thead>
          <tr>
            <HeadCell>{copy.security}</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              {copy.quantity}
            </HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              {copy.price}
            </HeadCell>
            {hasCosts && (
              <>
                <HeadCell numeric className="max-md:hidden">
                  {copy.cost}
                </HeadCell>
                <HeadCell numeric className="max-md:hidden">
                  {copy.gain}
                </HeadCell>
              </>
            )}
            <HeadCell numeric>{copy.value}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding, index) => (
            <Line
              // Two holdings can be of the same security, so the index is the only unique key.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              key={index}
              holding={holding}
              isCounted={holding.currency === currency}
              hasCosts={hasCosts}
            />
          ))}
        </tbody>
        <tfoot className="border-t border-line font-semibold">
          <tr>
            <Cell>{copy.total}</Cell>
            <Cell className="max-sm:hidden" />
            <Cell className="max-sm:hidden" />
            {hasCosts && <Cell colSpan={2} className="max-md:hidden" />}
            <Cell numeric>
              <Money amount={total} currency={currency} />
            </Cell>
          </tr>
        </tfoot>
      </Table>
      <p className="border-t border-line px-5 py-3 text-xs text-muted sm:px-6">
        {describeCoverage(account)}
      </p>
    </Card>
  );
}

function Line({
  holding,
  isCounted,
  hasCosts,
}: {
  holding: Holding;
  isCounted: boolean;
  /** Whether the table has columns for cost and gain. False if no cost is known. */
  hasCosts: boolean;
}) {
  const quantity = formatQuantity(holding);
  const price = formatHoldingPrice(holding);
  const gain = formatGain(holding);
  const symbol = [holding.ticker_symbol, securityType(holding)].filter(Boolean).join(' · ');
  return (
    <Row>
      <Cell className="w-full max-w-0">
        <span className="line-clamp-2 font-medium wrap-anywhere">{securityName(holding)}</span>
        <span className="block truncate text-xs text-muted">{symbol}</span>
        {quantity !== null && (
          <span className="figures block text-xs text-muted sm:hidden">
            {quantity} × {price}
          </span>
        )}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-sm:hidden">
        {quantity}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-sm:hidden">
        {price}
        <span className="block text-xs text-muted">{formatPriceDay(holding)}</span>
      </Cell>
      {hasCosts && (
        <>
          <Cell numeric className="max-md:hidden">
            {holding.cost_basis !== null && (
              <Money amount={holding.cost_basis} currency={holding.currency} />
            )}
          </Cell>
          <Cell numeric className="whitespace-nowrap max-md:hidden">
            {gain?.amount}
            <span className="block text-xs text-muted">{gain?.percent}</span>
          </Cell>
        </>
      )}
      <Cell numeric className="whitespace-nowrap">
        <Money amount={holding.value} currency={holding.currency} />
        {gain !== null && (
          <span className="block text-xs text-muted md:hidden">
            {gain.amount}
            <span className="max-sm:hidden"> ({gain.percent})</span>
          </span>
        )}
        {!isCounted && <span className="block text-xs text-muted">{copy.notInTotal}</span>}
      </Cell>
    </Row>
  );
}
