import { formatPlural } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { formatRecentInstant } from '../../platform/formats/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import {
  type AccountDecision,
  describeAccountChange,
  describeDecision,
  describeSyncRun,
} from './institution-labels.ts';
import { type Institution, useSyncHistory } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';

type Run = NonNullable<Institution['token']['last_run']>;

const copy = institutionsCopy.history;

/** Number of changed accounts that are listed for a sync. */
const maxAccounts = 6;

/** The changes that the last sync made. On demand, also those that earlier syncs and the user made. */
export function SyncRuns({ token }: { token: Institution['token'] }) {
  const [isExpanded, setExpanded] = useState(false);
  const history = useSyncHistory(token.id, isExpanded);
  const { last_run: last } = token;
  const runs = (isExpanded && history.data?.syncs) || (last ? [last] : []);
  const decisions = (isExpanded && history.data?.decisions) || [];
  const entries = [...runs, ...decisions].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title={isExpanded ? copy.title : copy.lastSync} bodyClass="px-5 pt-2 pb-5 sm:px-6">
      {runs.length === 0 && <p className="text-muted">{copy.firstSyncRunning}</p>}
      <ul className="divide-y divide-line">
        {entries.map((entry) =>
          'event' in entry ? (
            <DecisionLine key={`${entry.at} ${entry.event}`} decision={entry} />
          ) : (
            <RunLine key={`${entry.at} ${entry.added}`} run={entry} />
          ),
        )}
      </ul>
      {isExpanded && history.error && (
        <ErrorState
          title={copy.failed}
          detail={history.error.message}
          retry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {!isExpanded && last && (
        <Button
          variant="ghost"
          size="small"
          className="mt-1 -ml-3"
          onClick={() => setExpanded(true)}
        >
          {copy.show}
        </Button>
      )}
      {isExpanded && history.data && entries.length === 1 && (
        <p className="mt-2 text-xs text-muted">{copy.nothingEarlier}</p>
      )}
    </Card>
  );
}

function DecisionLine({ decision }: { decision: AccountDecision }) {
  return (
    <li className="figures flex flex-wrap justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">{describeDecision(decision)}</span>
      <time dateTime={decision.at} className="text-muted">
        {formatRecentInstant(decision.at)}
      </time>
    </li>
  );
}

function RunLine({ run }: { run: Run }) {
  return (
    <li className="py-2">
      <p className="figures flex flex-wrap justify-between gap-x-4">
        <span className={run.error === null ? 'font-medium' : 'text-attention'}>
          {run.error ?? describeSyncRun(run)}
        </span>
        <time dateTime={run.at} className="text-muted">
          {formatRecentInstant(run.at)}
        </time>
      </p>
      {run.accounts.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-xs text-muted">
          {run.accounts.slice(0, maxAccounts).map((account) => (
            <li key={account.account_id} className="figures wrap-anywhere">
              {describeAccountChange(account)}
            </li>
          ))}
          {run.accounts.length > maxAccounts && (
            <li>{formatPlural(run.accounts.length - maxAccounts, copy.moreAccounts)}</li>
          )}
        </ul>
      )}
    </li>
  );
}
