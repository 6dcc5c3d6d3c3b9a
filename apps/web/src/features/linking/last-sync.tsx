import { RefreshCw } from 'lucide-react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { showToast } from '../../ui/toast.ts';
import { useStartSync, useSyncState } from './linking.api.ts';
import { progressWords } from './sync-words.ts';

/** When everything was last brought up to date, and the button that does it now. */
export function LastSync({ onUpgrade }: { onUpgrade: () => void }) {
  const { data, isError } = useSyncState();
  const start = useStartSync();
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  const running = start.isPending || (data !== undefined && data.state !== 'idle');

  const refresh = () => {
    if (running) return;
    if (!paid) return onUpgrade();
    if (demo) return showToast({ title: 'This is not available in demo mode' });
    start.mutate(undefined, {
      onError: (error) =>
        showToast({
          tone: 'trouble',
          title: 'The sync could not be started',
          description: error.message,
        }),
    });
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <p className="figures min-w-0 text-right text-muted" aria-live="polite">
        {running ? (
          progressWords(data)
        ) : (
          <LastSyncWords pretty={data?.last_sync_pretty ?? (isError ? 'not known' : undefined)} />
        )}
      </p>
      <button
        type="button"
        aria-label={running ? 'Syncing' : 'Refresh'}
        title={running ? 'Syncing' : 'Refresh'}
        aria-disabled={running || undefined}
        aria-busy={running || undefined}
        onClick={refresh}
        className="-mr-2.5 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink touch:size-11"
      >
        <RefreshCw
          aria-hidden="true"
          className={classNames(
            'size-4.5',
            running && 'keeps-moving animate-[spin_900ms_linear_infinite] text-accent',
          )}
        />
      </button>
    </div>
  );
}

function LastSyncWords({ pretty }: { pretty: string | undefined }) {
  return (
    <>
      Last Sync{' '}
      <span className="inline-block min-w-16 text-left font-medium text-ink">{pretty ?? ''}</span>
    </>
  );
}
