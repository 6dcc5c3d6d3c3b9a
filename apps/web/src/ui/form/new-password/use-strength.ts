import { personalWords } from '@cairn/passwords/personal-words';
import type { Strength } from '@cairn/passwords/strength';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../../platform/browser/debounced-value.ts';
import { trustedScriptUrl } from '../../../platform/browser/trusted-script-url.ts';
import workerUrl from './strength.worker.ts?worker&url';

/** Milliseconds without typing after which a password is estimated. */
const typingPause = 300;

/**
 * Estimates a password in a worker, which is loaded when `active` becomes true. Null until this
 * exact password has been estimated, and always null if the worker can't be loaded: the server makes the decision.
 */
export function useStrength(password: string, email: string, active: boolean): Strength | null {
  const worker = useRef<Worker | null>(null);
  const [latest, setLatest] = useState<{ password: string; strength: Strength } | null>(null);
  const debounced = useDebouncedValue(password, typingPause);
  useEffect(() => {
    if (!active) return;
    const started = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<typeof latest>) => setLatest(data);
    worker.current = started;
    return () => {
      worker.current = null;
      started.terminate();
    };
  }, [active]);
  useEffect(() => {
    if (active && debounced !== '')
      worker.current?.postMessage({ password: debounced, words: personalWords(email) });
  }, [active, debounced, email]);
  return latest?.password === password ? latest.strength : null;
}
