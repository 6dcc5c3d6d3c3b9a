import { useEffect, useReducer } from 'react';

/** The present in milliseconds, looked at again every so many: for words that grow old by themselves. */
export function useNow(every: number): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(lookAgain, every);
    return () => clearInterval(timer);
  }, [every]);
  return Date.now();
}
