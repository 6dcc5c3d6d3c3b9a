import { RefreshCw } from 'lucide-react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { useStartSync, useSyncState } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';
import { syncProgressText } from './sync-labels.ts';

const copy = linkingCopy.sync;

/** The age of the last sync, and a button that starts the next one. */
export function LastSync({ onUpgrade }: { onUpgrade: () => void }) {
  const { data, isError } = useSyncState();
  const start = useStartSync();
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  const running = start.isPending || (data !== undefined && data.state !== 'idle');

  const startSync = () => {
    if (running) return;
    if (!paid) return onUpgrade();
    if (demo) return showToast({ title: copy.notInDemo });
    start.mutate(undefined, {
      onError: (error) =>
        showToast({
          tone: 'danger',
          title: copy.startFailed,
          description: error.message,
        }),
    });
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <p className="figures min-w-0 text-right text-muted" aria-live="polite">
        {running ? (
          syncProgressText(data)
        ) : (
          <Message
            text={copy.lastSync}
            values={{
              age: (
                <span className="inline-block min-w-16 text-left font-medium text-ink">
                  {data?.last_sync_pretty ?? (isError ? copy.unknown : '')}
                </span>
              ),
            }}
          />
        )}
      </p>
      <button
        type="button"
        aria-label={running ? copy.syncing : copy.refresh}
        data-tooltip={running ? copy.syncing : copy.refresh}
        aria-disabled={running || undefined}
        aria-busy={running || undefined}
        onClick={startSync}
        className="-mr-2.5 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink touch:size-11"
      >
        <RefreshCw
          aria-hidden="true"
          className={classNames(
            'size-4.5',
            running && 'essential-motion animate-[spin_900ms_linear_infinite] text-accent',
          )}
        />
      </button>
    </div>
  );
}
