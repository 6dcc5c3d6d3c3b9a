import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import {
  callQuery,
  invalidateFinancialData,
  invalidateUser,
  queryClient,
} from '../platform/api/query-client.ts';
import { isDemoMode } from '../platform/demo-mode.ts';
import { getSession, onSessionChange } from '../platform/session/session.ts';
import { mayHaveChangedData, type SyncState } from './sync-state.ts';

/**
 * An event from the server. `isSnapshot` marks the first event of its type on a connection: it contains
 * the current state, which the cache may already have.
 */
interface ServerEvent extends Pick<EventSourceMessage, 'event' | 'data'> {
  readonly isSnapshot: boolean;
}

/** Milliseconds to wait for the state before the stream is opened without it. */
const stateTimeout = 5_000;
/** The delays between retries, in milliseconds. */
const initialRetryDelay = 1_000;
const maxRetryDelay = 60_000;

/**
 * Subscribes to the server's events. Only one tab, the holder of a lock, keeps the connection open;
 * it forwards events to the other tabs and reconnects with exponential backoff and jitter. Returns the
 * function that unsubscribes.
 */
export function subscribeToServerEvents(): () => void {
  const controller = new AbortController();
  const channel = new BroadcastChannel('cairn-events');
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => handleEvent(data);
  const listenAndForward = () =>
    listen(controller.signal, (event) => {
      channel.postMessage(event);
      handleEvent(event);
    });
  const listening =
    'locks' in navigator
      ? navigator.locks.request('cairn-events', { signal: controller.signal }, listenAndForward)
      : listenAndForward();
  listening.catch((error) => {
    if (!controller.signal.aborted) throw error;
  });
  return () => {
    controller.abort();
    channel.close();
  };
}

/** Keeps the connection open until it is aborted or the user signs out. */
async function listen(signal: AbortSignal, onEvent: (event: ServerEvent) => void): Promise<void> {
  await Promise.race([loadState(), waitToReconnect(stateTimeout, signal)]);
  let retryDelay = initialRetryDelay;
  let isReconnecting = false;
  while (!signal.aborted && getSession() !== null) {
    try {
      const response = await send('GET /user/events', { signal });
      // Events are not replayed, so refetching makes up for events missed while disconnected.
      if (isReconnecting) await refetchEventData();
      isReconnecting = true;
      retryDelay = initialRetryDelay;
      await readEvents(response, signal, onEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && (error.status === 401 || error.status === 501)) return;
    }
    await waitToReconnect(retryDelay * (0.5 + Math.random() / 2), signal);
    retryDelay = Math.min(maxRetryDelay, retryDelay * 2);
  }
}

/**
 * Loads the state that the first events are compared to. Without that state, the first events would look
 * like changes, and everything on the screen would be loaded again.
 */
async function loadState(): Promise<void> {
  const hasData = getSession()?.claims.subscription === 'paid' || isDemoMode();
  await Promise.allSettled([
    queryClient.ensureQueryData(callQuery('GET /user/me')),
    hasData && queryClient.ensureQueryData(callQuery('GET /user/sync')),
  ]);
}

async function readEvents(
  response: Response,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  if (!reader) return;
  const received = new Set<string | undefined>();
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    const { event, data } = value;
    onEvent({ event, data, isSnapshot: !received.has(event) });
    received.add(event);
  }
}

/** Refetches everything that events keep up to date. */
async function refetchEventData(): Promise<void> {
  await invalidateUser();
  await queryClient.invalidateQueries({ queryKey: callQuery('GET /user/sync').queryKey });
}

/** Applies an event to the query cache. */
function handleEvent({ event, data, isSnapshot }: ServerEvent): void {
  if (event === 'subscription' && !(isSnapshot && isKnownSubscription(JSON.parse(data))))
    invalidateUser();
  // The demo has its own sync state, which never changes.
  if (event === 'sync' && !isDemoMode()) applySyncState(JSON.parse(data));
}

function isKnownSubscription(event: { readonly subscription_status: string }): boolean {
  const user = queryClient.getQueryData(callQuery('GET /user/me').queryKey);
  return user?.subscription_status === event.subscription_status;
}

function applySyncState(next: SyncState): void {
  const { queryKey } = callQuery('GET /user/sync');
  const previous = queryClient.getQueryData<SyncState>(queryKey);
  queryClient.setQueryData(queryKey, next);
  if (mayHaveChangedData(previous, next)) invalidateFinancialData();
}

/** Resolves after a delay, or earlier if the signal aborts, the device is back online, or the session changes. */
function waitToReconnect(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const unsubscribe = onSessionChange(done);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
