import { useEffect, useReducer } from 'react';

/** The current time, rerendering every `interval` milliseconds. For labels such as "5 minutes ago". */
export function useNow(interval: number): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(rerender, interval);
    return () => clearInterval(timer);
  }, [interval]);
  return Date.now();
}
