import { useEffect, useState } from 'react';

/**
 * The value once it has stood still for a while (milliseconds); until then the last that did. For
 * what would disturb at every key.
 */
export function useAfterPause<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
