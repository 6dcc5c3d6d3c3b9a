import { createContext, type RefCallback, useCallback, useContext, useState } from 'react';

/**
 * The width in px before an element is measured; 0 renders nothing until then. Server-side rendering
 * in tests never measures, so it provides the width.
 */
export const InitialWidth = createContext(0);

/** The width of an element in whole px, updated on resize. */
export function useMeasuredWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(useContext(InitialWidth));
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
