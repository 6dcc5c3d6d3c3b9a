import type { CallKey } from '@cairn/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { send } from '../api/api-client.ts';
import { NetworkError } from '../api/api-error.ts';

/**
 * Fetches the file that a call returns. The server streams it, so its size isn't known in advance:
 * `onProgress` gets the number of bytes received. The token is sent in a header, as in every call,
 * so it appears in no URL and no browser history. Throws as `call` does, and {@link NetworkError}
 * if the response is interrupted.
 */
async function fetchFile(
  key: CallKey,
  options: Parameters<typeof send>[1],
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const response = await send(key, options);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
      onProgress(bytes);
    }
  } catch (cause) {
    if (options?.signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the URL after the click, so it can't be revoked at once.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The state of a download, and the functions that start and cancel it. */
export interface Download {
  /** Bytes received so far; null while no download runs. */
  readonly bytes: number | null;
  /** The error message of the last download, or null. */
  readonly errorMessage: string | null;
  start(): Promise<void>;
  cancel(): void;
}

/**
 * Downloads a call's file and saves it as `name`, one download at a time. Unmounting cancels it.
 * Calls `onSaved` once the browser has the file.
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
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setBytes(0);
    setFailure(null);
    try {
      const options = { ...(body && { body }), signal };
      saveFile(await fetchFile(key, options, setBytes), name);
      onSaved();
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBytes(null);
    }
  };
  return { bytes, errorMessage: failure, start, cancel: () => controller.current?.abort() };
}

/** A file size: `340 kB`, `1.2 MB`. */
export function formatFileSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
