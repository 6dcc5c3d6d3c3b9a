import { useSyncExternalStore } from 'react';

/** Whether a media query holds, followed. For what CSS alone can't do: other markup, not other looks. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
