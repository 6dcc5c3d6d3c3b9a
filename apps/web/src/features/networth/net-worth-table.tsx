import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import type { LabeledBand } from './net-worth-chart.tsx';
import type { NetWorthPoint } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.chart;

/** The numbers of the chart as a table, newest first: the three totals, each group, and what is estimated. */
export function NetWorthTable({
  points,
  currency,
  assets,
  debts,
  knownOnly,
  notesOf,
}: {
  points: readonly NetWorthPoint[];
  currency: string;
  assets: readonly LabeledBand[];
  debts: readonly LabeledBand[];
  knownOnly: boolean;
  /** The notes on a point: its estimated accounts, and those that become known or unknown there. */
  notesOf: (index: number) => readonly string[];
}) {
  const bands = [...assets, ...debts];
  const notes = points.map((_, index) => notesOf(index).join('. '));
  const hasNotes = notes.some((note) => note !== '');
  return (
    <ChartTable
      className="mt-2"
      caption={networthCopy.overTime}
      columns={[
        copy.day,
        networthCopy.net,
        networthCopy.assets,
        networthCopy.debts,
        ...assets.map(({ label }) => label),
        // A group can be among both the assets and the debts, under the same name.
        ...debts.map(({ label }) =>
          hasLabel(assets, label) ? formatMessage(copy.debtGroup, { group: label }) : label,
        ),
        ...(hasNotes ? [copy.notes] : []),
      ]}
      rows={points
        .map(({ date, net, assets: assetTotal, debts: debtTotal, estimated }, index) => ({
          name: formatDay(date),
          values: [
            labelEstimated(formatMoney(net, currency), estimated),
            ...[
              { amount: assetTotal, side: assets },
              { amount: debtTotal, side: debts },
            ].map(({ amount, side }) =>
              labelEstimated(
                formatMoney(amount, currency),
                side.some((band) => band.estimated[index]),
              ),
            ),
            ...bands.map((band) =>
              knownOnly && band.unknown[index]
                ? copy.unknown
                : labelEstimated(
                    formatMoney(band.sums[index] ?? 0, currency),
                    band.estimated[index] === true,
                  ),
            ),
            ...(hasNotes ? [notes[index]] : []),
          ],
        }))
        .reverse()}
    />
  );
}

const labelEstimated = (value: string, estimated: boolean): string =>
  estimated ? formatMessage(copy.estimatedAmount, { amount: value }) : value;

const hasLabel = (bands: readonly LabeledBand[], label: string): boolean =>
  bands.some((band) => band.label === label);
