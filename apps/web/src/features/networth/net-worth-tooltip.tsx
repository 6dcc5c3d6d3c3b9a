import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay } from '../../platform/formats/formats.ts';
import { Swatch } from './net-worth-legend.tsx';
import type { NetWorthPoint } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

interface TooltipGroup {
  readonly group: string;
  readonly label: string;
  readonly color: string;
  /** The amount at each point. */
  readonly sums: readonly number[];
  /** Whether the amount is estimated at each point. */
  readonly estimated: readonly boolean[];
}

/** The amounts of each group at a point, the totals of both sides, and net worth. */
export function NetWorthTooltip({
  point,
  index,
  assets,
  debts,
  estimatedSides,
  notes,
  money,
}: {
  point: NetWorthPoint | undefined;
  index: number;
  assets: readonly TooltipGroup[];
  debts: readonly TooltipGroup[];
  /** Whether each side has an estimated balance at the point. */
  estimatedSides: { assets: boolean; debts: boolean };
  /** The notes on the point: its estimated accounts, and those that become known or unknown there. */
  notes: readonly string[];
  money: (amount: number) => string;
}) {
  if (!point) return null;
  return (
    <>
      <p className="mb-1 font-medium">{formatDay(point.date)}</p>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        <Side
          name={labelEstimated(networthCopy.assets, estimatedSides.assets)}
          total={money(point.assets)}
          groups={assets}
          {...{ index, money }}
        />
        <Side
          name={labelEstimated(networthCopy.debts, estimatedSides.debts)}
          total={money(point.debts)}
          groups={debts}
          {...{ index, money }}
        />
        <dt className="mt-1 font-medium">{labelEstimated(networthCopy.net, point.estimated)}</dt>
        <dd className="mt-1 text-right font-medium">{money(point.net)}</dd>
      </dl>
      {notes.map((note) => (
        <p key={note} className="mt-1.5 max-w-60 text-attention">
          {note}
        </p>
      ))}
    </>
  );
}

const labelEstimated = (amount: string, estimated: boolean): string =>
  estimated ? formatMessage(networthCopy.chart.estimatedAmount, { amount }) : amount;

function Side({
  name,
  total,
  groups,
  index,
  money,
}: {
  name: string;
  total: string;
  groups: readonly TooltipGroup[];
  index: number;
  money: (amount: number) => string;
}) {
  return (
    <>
      <dt className="mt-1 font-medium">{name}</dt>
      <dd className="mt-1 text-right font-medium">{total}</dd>
      {groups.map(({ group, label, color, sums, estimated }) => (
        <div key={group} className="contents text-muted">
          <dt className="flex items-baseline gap-1.5">
            <Swatch color={color} />
            {labelEstimated(label, estimated[index] === true)}
          </dt>
          <dd className="text-right">{money(sums[index] ?? 0)}</dd>
        </div>
      ))}
    </>
  );
}
