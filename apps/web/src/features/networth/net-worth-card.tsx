import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../ui/feedback/states.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import type { HistorySettings } from './history-params.ts';
import { estimatedAccounts, knownHistory } from './known-history.ts';
import { EstimatesNote, KnownOnlySwitch } from './known-only-switch.tsx';
import { comparedPoints, selectPoint } from './net-worth-changes.ts';
import { NetWorthChangesList } from './net-worth-changes-list.tsx';
import { NetWorthChart } from './net-worth-chart.tsx';
import { NetWorthTotal, SideTotal } from './net-worth-totals.tsx';
import { type NetWorthHistory, useNetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';
import { RangeChoice } from './range-choice.tsx';

/** How accounts and their groups are named, and where their pages are. Accounts are identified by id. */
interface AccountLabels {
  groupLabel: (group: string) => string;
  nameOf: (id: string) => string;
  pathOf: (id: string) => string;
}

/** Net worth now and over time, and the accounts that changed it most. */
export function NetWorthCard({
  settings,
  onChange,
  ...labels
}: AccountLabels & {
  settings: HistorySettings;
  onChange: (changes: Partial<HistorySettings>) => void;
}) {
  const { range } = settings;
  const query = useNetWorthHistory(range);
  const { data, error, isPlaceholderData } = query;
  const hasPoints = data !== undefined && data.points.length > 0;
  return (
    <Card aria-label={networthCopy.overTime}>
      <QueryError
        subject={networthCopy.subject}
        query={query}
        bannerClass="mb-5"
        placeholderClass="min-h-80 justify-center"
      />
      {!data && !error && <Loading />}
      {data && !hasPoints && (
        <EmptyState
          icon={Scale}
          title={networthCopy.emptyTitle}
          className="min-h-80 justify-center"
          action={<ButtonLink to={paths.link}>{networthCopy.linkBank}</ButtonLink>}
        >
          {data.omitted_count > 0 ? networthCopy.noneCounted : networthCopy.empty}
        </EmptyState>
      )}
      {data && hasPoints && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <Totals history={data} nameOf={labels.nameOf} />
            <RangeChoice value={range} onChange={(next) => onChange({ range: next })} />
          </div>
          <div
            aria-busy={isPlaceholderData}
            className={classNames('mt-5 transition-opacity', isPlaceholderData && 'opacity-55')}
          >
            <History history={data} settings={settings} onChange={onChange} {...labels} />
          </div>
        </>
      )}
    </Card>
  );
}

function Totals({
  history: { points, accounts, currency, omitted_count },
  nameOf,
}: {
  history: NetWorthHistory;
  nameOf: (id: string) => string;
}) {
  const now = points.at(-1);
  if (!now) return null;
  const estimates = estimatedAccounts(accounts, points.length - 1);
  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <NetWorthTotal amount={now.net} currency={currency} />
        <SideTotal side="assets" amount={now.assets} currency={currency} />
        <SideTotal side="debts" amount={now.debts} currency={currency} />
      </div>
      {estimates.length > 0 && (
        <p className="mt-2 text-xs text-attention">
          {formatMessage(networthCopy.known.currentEstimated, {
            accounts: estimates.map(nameOf).join(', '),
          })}
        </p>
      )}
      {omitted_count > 0 && (
        <p className="mt-2 text-xs text-attention">
          {formatPlural(omitted_count, networthCopy.notCounted)}
        </p>
      )}
    </div>
  );
}

/** The history as a chart or a sentence, with controls for how it is shown. */
function History({
  history,
  settings,
  onChange,
  ...labels
}: AccountLabels & {
  history: NetWorthHistory;
  settings: HistorySettings;
  onChange: (changes: Partial<HistorySettings>) => void;
}) {
  const { range, view, knownOnly } = settings;
  const shown = knownOnly ? knownHistory(history) : history;
  const hasEstimates = history.points.some(({ estimated }) => estimated);
  const isLine = shown.points.length > 1;
  return (
    <>
      {(isLine || hasEstimates) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {isLine && (
            <SegmentedControl
              label={networthCopy.chart.view}
              options={[
                { value: 'line', label: networthCopy.chart.line },
                { value: 'groups', label: networthCopy.chart.groups },
              ]}
              value={view}
              onChange={(next) => onChange({ view: next })}
            />
          )}
          {hasEstimates && (
            <KnownOnlySwitch
              checked={knownOnly}
              onChange={(checked) => onChange({ knownOnly: checked })}
            />
          )}
        </div>
      )}
      {isLine ? (
        <Comparison
          // The selection refers to these points, so it is reset with them.
          key={`${range} ${shown.points[0]?.date} ${knownOnly}`}
          history={shown}
          settings={settings}
          note={hasEstimates && <EstimatesNote knownOnly={knownOnly} />}
          {...labels}
        />
      ) : (
        <OneDayHistory history={shown} knownOnly={knownOnly && hasEstimates} />
      )}
    </>
  );
}

/** The chart, and the changes between its two selected points. */
function Comparison({
  history,
  settings: { view, knownOnly },
  note,
  ...labels
}: AccountLabels & {
  history: NetWorthHistory;
  settings: HistorySettings;
  note: ReactNode;
}) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const compared = comparedPoints(picked, history.points.length);
  return (
    <>
      <NetWorthChart
        history={history}
        view={view}
        knownOnly={knownOnly}
        compared={compared}
        onSelect={(index) => setPicked(selectPoint(picked, index))}
        {...labels}
      >
        {note}
      </NetWorthChart>
      <NetWorthChangesList
        history={history}
        knownOnly={knownOnly}
        compared={compared}
        hasSelection={picked.length > 0}
        onReset={() => setPicked([])}
        {...labels}
      />
    </>
  );
}

/** A history of one day, as a sentence. */
function OneDayHistory({
  history: { points, currency },
  knownOnly,
}: {
  history: NetWorthHistory;
  knownOnly: boolean;
}) {
  const [point] = points;
  const { known } = networthCopy;
  return (
    <p className="text-muted">
      {point
        ? formatMessage(knownOnly ? known.knownStartsOn : known.startsOn, {
            day: formatDay(point.date),
            net: formatMoney(point.net, currency),
          })
        : known.none}
    </p>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{networthCopy.loading}</LoadingAnnouncement>
      <div className="flex flex-wrap justify-between gap-4">
        <Skeleton className="h-14 w-72 max-w-full" />
        <Skeleton className="h-10 w-64 max-w-full" />
      </div>
      <Skeleton className="mt-6 h-80 w-full" />
      <Skeleton className="mt-8 h-40 w-full" />
    </>
  );
}
