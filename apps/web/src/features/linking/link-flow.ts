import { useEffect, useRef, useState } from 'react';
import type { LinkHandler } from './link-script.ts';

/** Runs one link flow at a time, and destroys it when the component unmounts. */
export function useLinkFlow() {
  const handler = useRef<LinkHandler>(undefined);
  const [running, setRunning] = useState(false);
  const end = () => {
    setRunning(false);
    handler.current?.destroy();
    handler.current = undefined;
  };
  useEffect(
    () => () => {
      handler.current?.destroy();
      handler.current = undefined;
    },
    [],
  );
  const start = (next: LinkHandler) => {
    end();
    handler.current = next;
    setRunning(true);
    next.open();
  };
  return { running, start, end };
}
