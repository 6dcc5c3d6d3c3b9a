import { createParser } from 'eventsource-parser';
import { eventually } from '../eventually.ts';
import type { TestClient } from './test-client.ts';

/** One server-sent event, its data parsed. */
export interface StreamedEvent {
  name: string;
  data: {
    state?: string;
    subscription_status?: string;
    items: { state: string; added: number }[];
  };
}

/** An open stream of a user's events. */
export interface EventStream {
  /** Waits for the next matching event and skips those before it. */
  waitFor(matches: (event: StreamedEvent) => boolean): Promise<StreamedEvent>;
  /** True if the server ended the stream, or the connection broke. */
  readonly ended: boolean;
  close(): void;
}

/** Opens GET /user/events. Throws unless the response is a stream. */
export async function openEventStream(client: TestClient): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(`${client.server.url}/api/user/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: abort.signal,
  });
  if (response.body === null || !response.headers.get('content-type')?.includes('event-stream'))
    throw new Error(`GET /user/events responded with ${response.status}`);
  const events: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ name: event, data: JSON.parse(data) }),
  });
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  let ended = false;
  // Closing the stream rejects with an abort error.
  read(response.body)
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    get ended() {
      return ended;
    },
    waitFor: (matches) =>
      eventually(() => {
        while (events.length > 0) {
          const event = events.shift();
          if (event !== undefined && matches(event)) return event;
        }
        return undefined;
      }, 'the event has arrived'),
    close: () => abort.abort(),
  };
}
