import { X } from 'lucide-react';
import { useState } from 'react';
import { readStored, writeStored } from '../../platform/browser/storage.ts';
import { localToday } from '../../platform/formats/formats.ts';
import { IconButton } from '../../ui/button.tsx';
import { useSubscription } from './billing.api.ts';
import { billingCopy } from './billing.copy.ts';
import { PortalButton } from './portal-button.tsx';
import { describeGracePeriod, isLastDay } from './subscription-summary.ts';

/**
 * Shows that a renewal failed and how long access lasts, with a link to the payment portal. The user can hide the
 * banner for the rest of the day, but not on the last day. The profile shows the same information.
 */
export function GraceBanner() {
  const { data } = useSubscription();
  const until = data?.until ?? null;
  const [isHidden, hide] = useHiddenToday(until);
  if (data?.state !== 'grace' || isHidden) return null;
  const { title, text } = describeGracePeriod(data);
  return (
    <aside
      aria-label={copy.label}
      data-bottom-notice
      // The banner is at the edge of the window, so that it doesn't shift the content when it appears.
      className="rise-in sticky bottom-(--tab-bar) z-20 border-t border-line bg-attention-soft text-attention"
    >
      <div className="mx-auto flex max-w-300 items-start gap-2 px-4 py-2.5 sm:items-center sm:px-6">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="grow basis-60 text-pretty">
            <span className="font-semibold">{title}</span> {text}
          </p>
          {data.manageable && <PortalButton>{copy.update}</PortalButton>}
        </div>
        {!isLastDay(until, Date.now()) && (
          <IconButton label={copy.hide} className="-my-2 -mr-2.5" onClick={hide}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
    </aside>
  );
}

const copy = billingCopy.banner;
const storageKey = 'paymentNoticeHidden';

/** Whether the banner for this deadline was hidden today in this browser, and a function that hides it. */
function useHiddenToday(until: string | null): [hidden: boolean, hide: () => void] {
  const today = `${until} ${localToday()}`;
  const [hiddenOn, setHiddenOn] = useState(() => readStored(storageKey));
  const hide = () => {
    writeStored(storageKey, today);
    setHiddenOn(today);
  };
  return [hiddenOn === today && !isLastDay(until, Date.now()), hide];
}
