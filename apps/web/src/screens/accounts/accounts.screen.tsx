import { Plus } from 'lucide-react';
import { startLink } from '../../domain/start-link.ts';
import { useHasNoBank } from '../../features/accounts/accounts.api.ts';
import { AccountsList } from '../../features/accounts/list/accounts-list.tsx';
import { SyncProblems } from '../../features/linking/sync-problems.tsx';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** All accounts, including hidden ones. */
export function Component() {
  const demo = useDemoMode();
  const hasNoBank = useHasNoBank();
  return (
    <div className="mx-auto max-w-200">
      <PageTitle>{screensCopy.accounts.title}</PageTitle>
      <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-lg font-semibold">{screensCopy.accounts.title}</h1>
        {!demo && !hasNoBank && (
          <ButtonLink {...startLink} variant="secondary" size="small">
            <Plus aria-hidden="true" className="size-4" />
            {screensCopy.accounts.linkBank}
          </ButtonLink>
        )}
      </div>
      <SyncProblems>
        <AccountsList />
      </SyncProblems>
    </div>
  );
}
