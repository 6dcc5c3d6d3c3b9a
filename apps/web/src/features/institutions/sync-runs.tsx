import { useState } from 'react';
import { formatMomentNear } from '../../platform/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type Institution, useSyncHistory } from './institutions.api.ts';
import { accountWords, type Decision, decisionWords, runWords } from './state-words.ts';

type Run = NonNullable<Institution['token']['last_run']>;

/** Of so many accounts a sync says what it changed. */
const accountsShown = 6;

/** What the last sync changed, and on demand what those before it did and what the person decided meanwhile. */
export function SyncRuns({ token }: { token: Institution['token'] }) {
  const [all, setAll] = useState(false);
  const history = useSyncHistory(token.id, all);
  const { last_run: last } = token;
  const runs = (all && history.data?.syncs) || (last ? [last] : []);
  const decisions = (all && history.data?.decisions) || [];
  const entries = [...runs, ...decisions].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title={all ? 'History' : 'Last sync'} bodyClass="px-5 pt-2 pb-5 sm:px-6">
      {runs.length === 0 && <p className="text-muted">The first sync has not ended yet.</p>}
      <ul className="divide-y divide-line">
        {entries.map((entry) =>
          'event' in entry ? (
            <DecisionLine key={`${entry.at} ${entry.event}`} decision={entry} />
          ) : (
            <RunLine key={`${entry.at} ${entry.added}`} run={entry} />
          ),
        )}
      </ul>
      {all && history.error && (
        <ErrorState
          title="The history could not be loaded"
          detail={history.error.message}
          retry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {!all && last && (
        <Button variant="ghost" size="small" className="mt-1 -ml-3" onClick={() => setAll(true)}>
          Show the history
        </Button>
      )}
      {all && history.data && entries.length === 1 && (
        <p className="mt-2 text-xs text-muted">There was nothing before.</p>
      )}
    </Card>
  );
}

function DecisionLine({ decision }: { decision: Decision }) {
  return (
    <li className="figures flex flex-wrap justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">{decisionWords(decision)}</span>
      <time dateTime={decision.at} className="text-muted">
        {formatMomentNear(decision.at)}
      </time>
    </li>
  );
}

function RunLine({ run }: { run: Run }) {
  return (
    <li className="py-2">
      <p className="figures flex flex-wrap justify-between gap-x-4">
        <span className={run.error === null ? 'font-medium' : 'text-attention'}>
          {run.error ?? runWords(run)}
        </span>
        <time dateTime={run.at} className="text-muted">
          {formatMomentNear(run.at)}
        </time>
      </p>
      {run.accounts.length > 0 && (
        <ul className="mt-0.5 text-xs text-muted">
          {run.accounts.slice(0, accountsShown).map((account) => (
            <li key={account.account_id} className="figures wrap-anywhere">
              {accountWords(account)}
            </li>
          ))}
          {run.accounts.length > accountsShown && (
            <li>and {run.accounts.length - accountsShown} more accounts</li>
          )}
        </ul>
      )}
    </li>
  );
}
