import { send } from '../../platform/api-client.ts';
import { NetworkFailure } from '../../platform/api-error.ts';

/** The name under which the export is saved. */
export const exportFile = 'cairn-export.zip';

/**
 * Fetches everything we hold on the person. It is made while it is sent, so nobody knows its size
 * beforehand: `onProgress` is told the bytes that have come. The token travels in a header as in
 * every call, so it is in no address and no history. Throws as `call` does; an answer that breaks
 * off is a {@link NetworkFailure}.
 */
export async function downloadExport(
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const reply = await send('GET /user/export', { signal });
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
    if (signal.aborted) throw cause;
    throw new NetworkFailure(cause);
  }
  return new Blob(pieces, { type: 'application/zip' });
}

/** Hands a file to the browser, which saves it. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers begin to read a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
