import { useEffect, useState } from 'react';

/**
 * The debounced value: it changes to `value` once `value` has stayed the same for this many
 * milliseconds. For effects that must not run on every keystroke.
 */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
