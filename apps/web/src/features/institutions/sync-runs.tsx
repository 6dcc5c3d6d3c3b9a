import { useState } from 'react';
import { formatMomentNear } from '../../platform/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type Institution, useSyncHistory } from './institutions.api.ts';
import { accountWords, runWords } from './state-words.ts';

type Run = NonNullable<Institution['token']['last_run']>;

/** Of so many accounts a sync says what it changed. */
const accountsShown = 6;

/** What the last sync changed, and on demand what those before it did. */
export function SyncRuns({ token }: { token: Institution['token'] }) {
  const [all, setAll] = useState(false);
  const history = useSyncHistory(token.id, all);
  const { last_run: last } = token;
  const runs = (all && history.data?.syncs) || (last ? [last] : []);
  return (
    <Card title={all ? 'Syncs' : 'Last sync'} bodyClass="px-5 pt-2 pb-5 sm:px-6">
      {runs.length === 0 && <p className="text-muted">The first sync has not ended yet.</p>}
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunLine key={`${run.at} ${run.added}`} run={run} />
        ))}
      </ul>
      {all && history.error && (
        <ErrorState
          title="The syncs before could not be loaded"
          detail={history.error.message}
          retry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {!all && last && (
        <Button variant="ghost" size="small" className="mt-1 -ml-3" onClick={() => setAll(true)}>
          Show earlier syncs
        </Button>
      )}
      {all && history.data && runs.length === 1 && (
        <p className="mt-2 text-xs text-muted">There were none before.</p>
      )}
    </Card>
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
