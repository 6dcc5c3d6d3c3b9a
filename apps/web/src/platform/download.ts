import type { CallKey } from '@cairn/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { send } from './api-client.ts';
import { NetworkFailure } from './api-error.ts';

/**
 * Fetches the file that a call answers with. It is made while it is sent, so nobody knows its size
 * beforehand: `onProgress` is told the bytes that have come. The token travels in a header as in
 * every call, so it is in no address and no history. Throws as `call` does; an answer that breaks
 * off is a {@link NetworkFailure}.
 */
async function fetchFile(
  key: CallKey,
  options: Parameters<typeof send>[1],
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const reply = await send(key, options);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = reply.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.length;
      onProgress(bytes);
    }
  } catch (cause) {
    if (options?.signal?.aborted) throw cause;
    throw new NetworkFailure(cause);
  }
  return new Blob(pieces, { type: reply.headers.get('content-type') ?? '' });
}

/** Hands a file to the browser, which saves it. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers begin to read a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A download as a screen shows it. */
export interface Download {
  /** How many bytes have come; null while none runs. */
  readonly bytes: number | null;
  readonly failure: string | null;
  start(): Promise<void>;
  stop(): void;
}

/**
 * Downloads the file of a call and saves it under `name`. One download at a time; leaving the page
 * gives it up. `onSaved` is called when the browser has it.
 */
export function useDownload(
  key: CallKey,
  {
    name,
    body,
    onSaved,
  }: {
    name: string;
    body?: object;
    onSaved: () => void;
  },
): Download {
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const run = new AbortController();
    running.current = run;
    setBytes(0);
    setFailure(null);
    try {
      const options = { ...(body && { body }), signal: run.signal };
      saveFile(await fetchFile(key, options, setBytes), name);
      onSaved();
    } catch (error) {
      if (!run.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBytes(null);
    }
  };
  return { bytes, failure, start, stop: () => running.current?.abort() };
}

/** `340 kB`, `1.2 MB`. */
export function sizeWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
