import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '../../platform/formats/formats.ts';
import { Card } from '../../ui/card.tsx';
import { DayAreaChart } from '../../ui/charts/day-area-chart.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../ui/feedback/states.tsx';
import { combineBalances } from './combined-balances.ts';
import type { HistorySettings } from './history-params.ts';
import { EstimatesNote, KnownOnlySwitch } from './known-only-switch.tsx';
import { type NetWorthHistory, useNetWorthHistory } from './networth.api.ts';
import { networthCopy } from './networth.copy.ts';
import { RangeChoice } from './range-choice.tsx';

const copy = networthCopy.combined;

interface CombinedAccounts {
  /** The ids of the accounts. */
  ids: readonly string[];
  /** The label of the chart. */
  label: string;
  /** The display name of an account, by id. */
  nameOf: (id: string) => string;
  settings: HistorySettings;
  onChange: (changes: Partial<HistorySettings>) => void;
}

/** The combined balance of some accounts over time, as net worth counts it. */
export function CombinedBalanceCard(props: CombinedAccounts) {
  const { settings, onChange } = props;
  const query = useNetWorthHistory(settings.range);
  const { data, error, isPlaceholderData } = query;
  return (
    <Card
      title={copy.title}
      action={
        <div className="max-sm:mt-1">
          <RangeChoice value={settings.range} onChange={(range) => onChange({ range })} />
        </div>
      }
      bodyClass="px-5 pt-4 pb-4 sm:px-6"
    >
      <QueryError
        subject={copy.subject}
        query={query}
        bannerClass="mb-3"
        placeholderClass="min-h-68 justify-center"
      />
      {!data && !error && (
        <>
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          <Skeleton className="h-60 w-full" />
          <Skeleton className="mt-2 h-8 w-28" />
        </>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={classNames('transition-opacity', isPlaceholderData && 'opacity-55')}
        >
          <Values history={data} {...props} />
        </div>
      )}
    </Card>
  );
}

function Values({
  history,
  ids,
  label,
  nameOf,
  settings: { knownOnly },
  onChange,
}: CombinedAccounts & { history: NetWorthHistory }) {
  const all = combineBalances(history, ids, false);
  const points = knownOnly ? combineBalances(history, ids, true) : all;
  const [first, second] = points;
  const hasEstimates = all.some(({ estimated }) => estimated.length > 0);
  const money = (value: number) => formatMoney(value, history.currency);
  if (all.length === 0) return <p className="py-2 text-muted">{copy.noneCounted}</p>;
  return (
    <>
      {hasEstimates && (
        <div className="mb-3 flex sm:justify-end">
          <KnownOnlySwitch
            checked={knownOnly}
            onChange={(checked) => onChange({ knownOnly: checked })}
          />
        </div>
      )}
      {second ? (
        <DayAreaChart
          label={label}
          valueName={copy.value}
          points={points.map(({ date, value, estimated }) => ({
            date,
            value,
            estimate:
              estimated.length === 0
                ? undefined
                : formatMessage(copy.estimated, { accounts: estimated.map(nameOf).join(', ') }),
          }))}
          format={money}
          remarks={
            new Map(
              points
                .filter(({ becameKnown }) => becameKnown.length > 0)
                .map(({ date, becameKnown }) => [
                  date,
                  formatMessage(copy.becameKnown, { accounts: becameKnown.map(nameOf).join(', ') }),
                ]),
            )
          }
        >
          {hasEstimates && <EstimatesNote knownOnly={knownOnly} />}
        </DayAreaChart>
      ) : (
        <p className="py-6 text-muted">
          {first
            ? formatMessage(copy.startsOn, {
                day: formatDay(first.date),
                value: money(first.value),
              })
            : networthCopy.known.none}
        </p>
      )}
    </>
  );
}
