import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeProtectedHeader } from 'jose';

/** A webhook as an app receives it. */
export interface Caught {
  type: string;
  code: string;
  body: unknown;
  /** Names the key that signed it. */
  keyId: string;
}

/** Takes webhooks in an app's place. */
export interface WebhookCatcher {
  address: string;
  /** Waits for the next webhook with this code. */
  next(code: string): Promise<Caught>;
  close(): void;
}

const patience = 10_000;

export async function catchWebhooks(): Promise<WebhookCatcher> {
  const caught: Caught[] = [];
  let look = () => {};
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    const token = String(request.headers['plaid-verification']);
    const name = (field: string) => String(Object(body)[field]);
    caught.push({
      type: name('webhook_type'),
      code: name('webhook_code'),
      body,
      keyId: String(decodeProtectedHeader(token).kid),
    });
    response.end();
    look();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Listening on TCP: the address is not a pipe's.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/webhooks`,
    next: (code) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No webhook ${code} came.`)), patience);
        look = () => {
          const found = caught.findIndex((each) => each.code === code);
          if (found < 0) return;
          clearTimeout(timer);
          for (const each of caught.splice(found, 1)) resolve(each);
        };
        look();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
