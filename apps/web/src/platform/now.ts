import { useEffect, useState } from 'react';

/** The present in milliseconds, read anew every so many: for words that grow old by themselves. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
