import { useEffect, useState } from 'react';

/**
 * The debounced value: it follows `value` once that has not changed for the delay (milliseconds).
 * For effects that must not run at every key press.
 */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
