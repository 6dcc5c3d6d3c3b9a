import { createContext, type RefCallback, useCallback, useContext, useState } from 'react';

/** The width of whatever has not been measured, in px; 0: nothing is drawn before it is. Where nothing lays out, it stays. */
export const UnmeasuredWidth = createContext(0);

/** The width of an element in whole px, followed; 0 until it is known. */
export function useMeasuredWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(useContext(UnmeasuredWidth));
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
