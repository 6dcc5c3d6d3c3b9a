import { lazy, Suspense, useSyncExternalStore } from 'react';
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { isToastWanted, onToastWanted } from '../../ui/toast.ts';

const ToastViewport = lazy(() => loadChunk(() => import('../../ui/toast-viewport.tsx')));

/** Around every screen: scroll positions, the sign of a slow navigation, passing messages. */
export function Root() {
  const toasts = useSyncExternalStore(onToastWanted, isToastWanted);
  return (
    <>
      <NavigationProgress />
      <Outlet />
      {toasts && (
        <Suspense>
          <ToastViewport />
        </Suspense>
      )}
      <ScrollRestoration getKey={placeOf} />
    </>
  );
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
