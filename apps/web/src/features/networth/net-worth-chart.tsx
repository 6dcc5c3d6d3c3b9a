import { formatMessage } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { ChartSurface } from '../../ui/charts/chart-surface.tsx';
import type { HistoryView } from './history-params.ts';
import {
  type ChartedHistory,
  estimatedAccounts,
  type KnownChange,
  knownChanges,
} from './known-history.ts';
import { type NetWorthBand, stackBands } from './net-worth-bands.ts';
import { GroupsDrawing, LineDrawing } from './net-worth-drawing.tsx';
import { NetWorthLegend } from './net-worth-legend.tsx';
import { NetWorthTable } from './net-worth-table.tsx';
import { NetWorthTooltip } from './net-worth-tooltip.tsx';
import { networthCopy } from './networth.copy.ts';

const copy = networthCopy.chart;

/** A band with the display name of its group. */
export type LabeledBand = NetWorthBand & { readonly label: string };

/**
 * Net worth over time, and the same numbers as a table: a line whose axis need not include zero, or asset groups as
 * bands above zero and debt groups below it. Estimates are shaded, dashed, and labeled as estimated. A click, or Enter
 * after moving with the arrow keys, selects a point.
 */
export function NetWorthChart({
  history,
  view,
  knownOnly,
  groupLabel,
  nameOf,
  compared,
  onSelect,
  children,
}: {
  /** At least two points. One point is better stated in a sentence. */
  history: ChartedHistory;
  view: HistoryView;
  /** True if `history` leaves out estimates. The points at which accounts become known are marked. */
  knownOnly: boolean;
  /** The display name of a group of accounts. */
  groupLabel: (group: string) => string;
  /** The display name of an account, by id. */
  nameOf: (id: string) => string;
  /** The indexes of the two compared points. */
  compared: { from: number; to: number };
  onSelect: (index: number) => void;
  /** A note below the chart. */
  children?: ReactNode;
}) {
  const { points, accounts, currency } = history;
  const bands = stackBands(history).map((band) => ({
    ...band,
    label: groupLabel(band.group),
    // Only the known part of a group is shown.
    estimated: knownOnly ? points.map(() => false) : band.estimated,
  }));
  const assets = bands.filter(({ isDebt }) => !isDebt);
  const debts = bands.filter(({ isDebt }) => isDebt);
  const money = (amount: number) => formatMoney(amount, currency, 0);
  const changes = knownOnly ? knownChanges(history) : [];
  const notesOf = (index: number) =>
    pointNotes(
      {
        estimated: knownOnly ? [] : estimatedAccounts(accounts, index),
        change: changes.find((change) => change.index === index),
      },
      nameOf,
    );
  const shownAt = (side: readonly LabeledBand[], index: number) =>
    knownOnly ? side.filter(({ unknown }) => !unknown[index]) : side;
  const describe = (index: number) =>
    [
      describePoint(points[index], {
        index,
        assets: shownAt(assets, index),
        debts: shownAt(debts, index),
        money,
        withGroups: view === 'groups',
      }),
      ...notesOf(index),
    ].join('. ');
  const Drawing = view === 'line' ? LineDrawing : GroupsDrawing;
  return (
    <>
      <ChartSurface
        label={networthCopy.overTime}
        height={320}
        axisWidth={56}
        distribution="points"
        count={points.length}
        initialIndex={points.length - 1}
        describe={describe}
        onSelect={onSelect}
        tooltip={(index) => (
          <NetWorthTooltip
            point={points[index]}
            index={index}
            assets={view === 'groups' ? shownAt(assets, index) : []}
            debts={view === 'groups' ? shownAt(debts, index) : []}
            estimatedSides={{
              assets: assets.some(({ estimated }) => estimated[index]),
              debts: debts.some(({ estimated }) => estimated[index]),
            }}
            notes={notesOf(index)}
            money={money}
          />
        )}
      >
        {(plot) => (
          <Drawing
            points={points}
            bands={bands}
            compared={compared}
            plot={plot}
            knownChanges={changes.map(({ index, becameKnown }) => ({
              index,
              label: becameKnownLabel(becameKnown, nameOf),
            }))}
          />
        )}
      </ChartSurface>
      {view === 'groups' && <NetWorthLegend assets={assets} debts={debts} />}
      {children}
      <NetWorthTable
        points={points}
        currency={currency}
        assets={assets}
        debts={debts}
        knownOnly={knownOnly}
        notesOf={notesOf}
      />
    </>
  );
}

/** Notes on a point: which accounts are estimated, and which become known or unknown there. */
function pointNotes(
  { estimated, change }: { estimated: readonly string[]; change: KnownChange | undefined },
  nameOf: (id: string) => string,
): string[] {
  const notes = [
    [copy.estimated, estimated],
    [copy.becameKnown, change?.becameKnown ?? []],
    [copy.becameUnknown, change?.becameUnknown ?? []],
  ] as const;
  return notes.flatMap(([text, ids]) =>
    ids.length === 0 ? [] : [formatMessage(text, { accounts: ids.map(nameOf).join(', ') })],
  );
}

/** Names the accounts that become known at a point. Null if none does. */
function becameKnownLabel(ids: readonly string[], nameOf: (id: string) => string): string | null {
  const [first, second] = ids;
  if (first === undefined) return null;
  return second === undefined
    ? formatMessage(copy.accountKnown, { account: nameOf(first) })
    : formatMessage(copy.accountsKnown, { count: ids.length });
}

/** A point in words, without its estimates. */
function describePoint(
  point: ChartedHistory['points'][number] | undefined,
  {
    index,
    assets,
    debts,
    money,
    withGroups,
  }: {
    index: number;
    assets: readonly LabeledBand[];
    debts: readonly LabeledBand[];
    money: (amount: number) => string;
    withGroups: boolean;
  },
): string {
  if (!point) return '';
  const describeSide = (total: number, side: readonly LabeledBand[]) =>
    side.length === 0 || !withGroups
      ? money(total)
      : formatMessage(copy.sideWithGroups, {
          total: money(total),
          groups: side
            .map(({ label, sums }) =>
              formatMessage(copy.group, { group: label, amount: money(sums[index] ?? 0) }),
            )
            .join(', '),
        });
  return formatMessage(copy.point, {
    day: formatDay(point.date),
    net: money(point.net),
    assets: describeSide(point.assets, assets),
    debts: describeSide(point.debts, debts),
  });
}
