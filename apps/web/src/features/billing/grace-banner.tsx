import { X } from 'lucide-react';
import { useState } from 'react';
import { todayHere } from '../../platform/formats.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { useSubscription } from './billing.api.ts';
import { PortalButton } from './portal-button.tsx';
import { graceWords, isLastDay } from './subscription-words.ts';

/**
 * Says that a renewal could not be paid, until when everything stays open, and leads to where it is
 * mended. It can be hidden for the day (the profile goes on telling), but not on the last one.
 */
export function GraceBanner() {
  const { data } = useSubscription();
  const until = data?.until ?? null;
  const [hidden, hide] = useHiddenToday(until);
  if (data?.state !== 'grace' || hidden) return null;
  const { title, text } = graceWords(data);
  return (
    <aside
      aria-label="Payment failed"
      data-bottom-notice
      // It comes when the screen is being read: at the edge of the window it moves nothing.
      className="rise-in sticky bottom-0 z-20 border-t border-line bg-attention-soft text-attention"
    >
      <div className="mx-auto flex max-w-300 items-start gap-2 px-4 py-2.5 sm:items-center sm:px-6">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="grow basis-60 text-pretty">
            <span className="font-semibold">{title}</span> {text}
          </p>
          {data.manageable && <PortalButton>Update payment</PortalButton>}
        </div>
        {!isLastDay(until, Date.now()) && (
          <IconButton label="Hide until tomorrow" className="-my-2 -mr-2.5" onClick={hide}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
    </aside>
  );
}

const storageKey = 'paymentNoticeHidden';

/** Whether the notice of this deadline was hidden today, in any tab of this browser. */
function useHiddenToday(until: string | null): [hidden: boolean, hide: () => void] {
  const today = `${until} ${todayHere()}`;
  const [hiddenOn, setHiddenOn] = useState(() => readStored(storageKey));
  const hide = () => {
    writeStored(storageKey, today);
    setHiddenOn(today);
  };
  return [hiddenOn === today && !isLastDay(until, Date.now()), hide];
}
