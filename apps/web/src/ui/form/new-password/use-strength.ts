import { personalWords } from '@cairn/passwords/personal-words';
import type { Strength } from '@cairn/passwords/strength';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../../platform/browser/debounced-value.ts';
import { trustedScriptUrl } from '../../../platform/browser/trusted-script-url.ts';
import workerUrl from './strength.worker.ts?worker&url';

/** Milliseconds without typing after which a password is estimated. */
const typingPause = 300;

/**
 * Estimates a password in a worker, which is loaded when `active` becomes true. Null until there is an estimate of this
 * very password, and forever if the worker can't be loaded: the server is the judge.
 */
export function useStrength(password: string, email: string, active: boolean): Strength | null {
  const worker = useRef<Worker | null>(null);
  const [latest, setLatest] = useState<{ password: string; strength: Strength } | null>(null);
  const settled = useDebouncedValue(password, typingPause);
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
    if (active && settled !== '')
      worker.current?.postMessage({ password: settled, words: personalWords(email) });
  }, [active, settled, email]);
  return latest?.password === password ? latest.strength : null;
}
