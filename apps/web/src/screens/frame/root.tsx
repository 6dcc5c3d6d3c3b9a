import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useOnline } from '../../platform/online.ts';
import { isToastWanted, onToastWanted } from '../../ui/toast.ts';

/** When what draws passing messages is fetched unasked: after all that a first screen needs. */
const toastsAfter = 5_000;

/** Around every screen: scroll positions, the sign of a slow navigation, passing messages. */
export function Root() {
  const ToastViewport = useToastViewport();
  return (
    <>
      <NavigationProgress />
      <Outlet />
      {ToastViewport && <ToastViewport />}
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/**
 * What draws passing messages, once there is one. It is fetched ahead: a message may be that there is no network.
 * While it can't be had messages wait, and the page stays.
 */
function useToastViewport(): ComponentType | null {
  const wanted = useSyncExternalStore(onToastWanted, isToastWanted);
  const online = useOnline();
  const [part, setPart] = useState<{ readonly default: ComponentType } | null>(null);
  const isThere = part !== null;
  useEffect(() => {
    if (isThere || !(online || wanted)) return;
    const load = () => {
      import('../../ui/toast-viewport.tsx').then(setPart, () => undefined);
    };
    const timer = setTimeout(load, wanted ? 0 : toastsAfter);
    return () => clearTimeout(timer);
  }, [isThere, online, wanted]);
  return wanted ? (part?.default ?? null) : null;
}

/** The first page of a visit has no key of its own; by its address it is no other page's. */
const placeOf = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key;

function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className="appear-late fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden" role="status">
      <div className="keeps-moving h-full w-2/5 animate-[slide-along_1.2s_ease-in-out_infinite] bg-accent" />
      <span className="sr-only">Loading</span>
    </div>
  );
}

/** What is there while the first screen's code is on its way; seen only when that takes a while. */
export function Splash() {
  return (
    <div className="appear-late grid min-h-dvh place-items-center" role="status">
      <div className="h-1 w-32 overflow-hidden rounded-full bg-sunken">
        <div className="keeps-moving h-full w-2/5 animate-[slide-along_1.2s_ease-in-out_infinite] rounded-full bg-accent" />
      </div>
      <span className="sr-only">Loading</span>
    </div>
  );
}
