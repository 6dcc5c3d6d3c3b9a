import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useOnline } from '../../platform/browser/online.ts';
import { isToastViewportNeeded, onToastQueued } from '../../ui/overlay/toast.ts';
import { TooltipHost } from '../../ui/overlay/tooltip-host.tsx';
import { publicCopy } from './public.copy.ts';

/** Milliseconds until the toast viewport is preloaded, after everything the first screen needs. */
const toastPreloadDelay = 5_000;

/** The root of all screens: scroll restoration, navigation progress, toasts, and tooltips. */
export function Root() {
  const ToastViewport = useToastViewport();
  return (
    <>
      <NavigationProgress />
      <Outlet />
      {ToastViewport && <ToastViewport />}
      <TooltipHost />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/**
 * The toast viewport, once there is a message. It is preloaded, because a message may report that the
 * network is down. If it can't be loaded, messages stay queued.
 */
function useToastViewport(): ComponentType | null {
  const isNeeded = useSyncExternalStore(onToastQueued, isToastViewportNeeded);
  const online = useOnline();
  const [chunk, setChunk] = useState<{ readonly default: ComponentType } | null>(null);
  const isLoaded = chunk !== null;
  useEffect(() => {
    if (isLoaded || !(online || isNeeded)) return;
    const load = () => {
      import('../../ui/overlay/toast-viewport.tsx').then(setChunk, () => undefined);
    };
    const timer = setTimeout(load, isNeeded ? 0 : toastPreloadDelay);
    return () => clearTimeout(timer);
  }, [isLoaded, online, isNeeded]);
  return isNeeded ? (chunk?.default ?? null) : null;
}

/** The first page's key is always 'default', so its URL identifies it instead. */
const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key;

function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className="appear-late fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden" role="status">
      <div className="essential-motion h-full w-2/5 animate-[slide-along_1.2s_ease-in-out_infinite] bg-accent" />
      <span className="sr-only">{publicCopy.loading}</span>
    </div>
  );
}

/** Shown, after a delay, while the first screen's code loads. */
export function Splash() {
  return (
    <div className="appear-late grid min-h-dvh place-items-center" role="status">
      <div className="h-1 w-32 overflow-hidden rounded-full bg-sunken">
        <div className="essential-motion h-full w-2/5 animate-[slide-along_1.2s_ease-in-out_infinite] rounded-full bg-accent" />
      </div>
      <span className="sr-only">{publicCopy.loading}</span>
    </div>
  );
}
