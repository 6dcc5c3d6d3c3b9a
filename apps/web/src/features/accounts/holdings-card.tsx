import { formatAge } from '../../platform/formats.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import type { HoldingsOfAccount } from './accounts.api.ts';
import {
  coverage,
  gainText,
  type Holding,
  priceDay,
  priceText,
  quantityText,
  securityName,
  securityType,
} from './holding-words.ts';

/** What an investment account holds, and how that compares with its balance. */
export function HoldingsCard({
  account,
  updatedAt,
}: {
  account: HoldingsOfAccount;
  updatedAt: number;
}) {
  const { holdings, total, currency, as_of } = account;
  return (
    <Card
      title="Holdings"
      className="mt-6"
      action={<p className="text-xs text-muted">As of {formatAge(Date.parse(as_of), updatedAt)}</p>}
      bodyClass="pt-2"
    >
      <Table caption="What this account holds">
        <thead>
          <tr>
            <HeadCell>Security</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Quantity
            </HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              Price
            </HeadCell>
            <HeadCell numeric className="max-md:hidden">
              Cost
            </HeadCell>
            <HeadCell numeric className="max-md:hidden">
              Gain
            </HeadCell>
            <HeadCell numeric>Value</HeadCell>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding, line) => (
            <Line
              // Two lines may be of one security, and their order is all that tells them apart.
              // biome-ignore lint/suspicious/noArrayIndexKey: they are replaced as a whole
              key={line}
              holding={holding}
              isCounted={holding.currency === currency}
            />
          ))}
        </tbody>
        <tfoot className="border-t border-line font-semibold">
          <tr>
            <Cell>Total</Cell>
            <Cell className="max-sm:hidden" />
            <Cell className="max-sm:hidden" />
            <Cell className="max-md:hidden" />
            <Cell className="max-md:hidden" />
            <Cell numeric>
              <Money amount={total} currency={currency} />
            </Cell>
          </tr>
        </tfoot>
      </Table>
      <p className="border-t border-line px-5 py-3 text-xs text-muted sm:px-6">
        {coverage(account)}
      </p>
    </Card>
  );
}

function Line({ holding, isCounted }: { holding: Holding; isCounted: boolean }) {
  const quantity = quantityText(holding);
  const price = priceText(holding);
  const gain = gainText(holding);
  const symbol = [holding.ticker_symbol, securityType(holding)].filter(Boolean).join(' · ');
  return (
    <Row>
      <Cell className="w-full max-w-0">
        <span className="block truncate font-medium" title={securityName(holding)}>
          {securityName(holding)}
        </span>
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
        <span className="block text-xs text-muted">{priceDay(holding)}</span>
      </Cell>
      <Cell numeric className="max-md:hidden">
        {holding.cost_basis !== null && (
          <Money amount={holding.cost_basis} currency={holding.currency} />
        )}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-md:hidden">
        {gain?.amount}
        <span className="block text-xs text-muted">{gain?.percent}</span>
      </Cell>
      <Cell numeric className="whitespace-nowrap">
        <Money amount={holding.value} currency={holding.currency} />
        {gain !== null && (
          <span className="block text-xs text-muted md:hidden">
            {gain.amount}
            <span className="max-sm:hidden"> ({gain.percent})</span>
          </span>
        )}
        {!isCounted && <span className="block text-xs text-muted">Not in the total</span>}
      </Cell>
    </Row>
  );
}
