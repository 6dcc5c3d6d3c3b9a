import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeProtectedHeader } from 'jose';

export interface ReceivedWebhook {
  type: string;
  code: string;
  body: unknown;
  /** The id of the key that signed it. */
  keyId: string;
}

/** A server that receives webhooks. */
export interface WebhookReceiver {
  url: string;
  /** Waits for the next webhook with this code. Rejects after 10 seconds. */
  next(code: string): Promise<ReceivedWebhook>;
  close(): void;
}

/** In milliseconds. */
const TIMEOUT = 10_000;

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let onReceived = () => {};
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    const token = String(request.headers['plaid-verification']);
    const field = (name: string) => String(Object(body)[name]);
    received.push({
      type: field('webhook_type'),
      code: field('webhook_code'),
      body,
      keyId: String(decodeProtectedHeader(token).kid),
    });
    response.end();
    onReceived();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on TCP, so the address is not a pipe's.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    next: (code) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No webhook ${code} arrived.`)), TIMEOUT);
        onReceived = () => {
          const index = received.findIndex((webhook) => webhook.code === code);
          if (index < 0) return;
          clearTimeout(timer);
          for (const webhook of received.splice(index, 1)) resolve(webhook);
        };
        onReceived();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
