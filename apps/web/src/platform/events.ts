import { send } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { isDemoMode } from './demo-mode.ts';
import { createEventParser, type ServerEvent } from './event-stream.ts';
import { callQuery, invalidateMoney, invalidatePerson, queryClient } from './query-client.ts';
import { getSession, onSessionChange } from './session.ts';
import { hasBroughtSomething, type SyncState } from './sync-progress.ts';

const firstWait = 1_000;
const longestWait = 60_000;

/**
 * Follows the server's events while the app is open. One tab holds the connection (whoever has the
 * lock) and passes events on to the others; it reconnects with growing, jittered waits. Answers how
 * to stop.
 */
export function followEvents(): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel('cairn-events');
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => takeEvent(data);
  const lead = () =>
    listen(ended.signal, (event) => {
      channel.postMessage(event);
      takeEvent(event);
    });
  const led =
    'locks' in navigator
      ? navigator.locks.request('cairn-events', { signal: ended.signal }, lead)
      : lead();
  led.catch((error) => {
    if (!ended.signal.aborted) throw error;
  });
  return () => {
    ended.abort();
    channel.close();
  };
}

/** Holds the connection open until told to stop or signed out. */
async function listen(ended: AbortSignal, onEvent: (event: ServerEvent) => void): Promise<void> {
  let wait = firstWait;
  let connectedBefore = false;
  while (!ended.aborted && getSession() !== null) {
    try {
      const reply = await send('GET /user/events', { signal: ended });
      // What happened while nobody listened is not told again: ask.
      if (connectedBefore) await refetchFollowed();
      connectedBefore = true;
      wait = firstWait;
      await readEvents(reply, ended, onEvent);
    } catch (error) {
      if (ended.aborted) return;
      if (error instanceof ApiError && (error.status === 401 || error.status === 501)) return;
    }
    await pause(wait * (0.5 + Math.random() / 2), ended);
    wait = Math.min(longestWait, wait * 2);
  }
}

async function readEvents(
  reply: Response,
  ended: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const takePiece = createEventParser(onEvent);
  while (!ended.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    takePiece(value);
  }
}

async function refetchFollowed(): Promise<void> {
  await invalidatePerson();
  await queryClient.invalidateQueries({ queryKey: callQuery('GET /user/sync').queryKey });
}

/** Brings an event into the cache, where every screen sees it. */
function takeEvent({ event, data }: ServerEvent): void {
  if (event === 'subscription') invalidatePerson();
  // The demo person's data has its own, unmoving sync state.
  if (event === 'sync' && !isDemoMode()) takeSync(JSON.parse(data));
}

function takeSync(next: SyncState): void {
  const { queryKey } = callQuery('GET /user/sync');
  const previous = queryClient.getQueryData<SyncState>(queryKey);
  queryClient.setQueryData(queryKey, next);
  if (hasBroughtSomething(previous, next)) invalidateMoney();
}

/** Waits, or ends early when told to stop, the network is back or the session changes. */
function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopFollowing();
      window.removeEventListener('online', done);
      ended.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const stopFollowing = onSessionChange(done);
    window.addEventListener('online', done);
    ended.addEventListener('abort', done);
  });
}
