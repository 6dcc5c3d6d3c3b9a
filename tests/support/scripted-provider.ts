import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider on a port of its own that answers as a test says, over real HTTP. */
export interface ScriptedProvider {
  url: string;
  /** What was asked, oldest first: method and path, the headers, and the body as a form. */
  asked: { call: string; headers: IncomingHttpHeaders; form: URLSearchParams }[];
  /** How it answers from now on. */
  answer: (path: string, response: ServerResponse) => void;
  stop(): Promise<void>;
}

/** Sends JSON. */
export function sendJsonAnswer(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts one; until told otherwise it knows no address. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const provider: ScriptedProvider = {
    url: '',
    asked: [],
    answer: (_path, response) => sendJsonAnswer(response, { error: 'not_found' }, {}, 404),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const form = new URLSearchParams(await text(request));
    provider.asked.push({ call: `${request.method} ${path}`, headers: request.headers, form });
    provider.answer(path, response);
  }
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port.
  provider.url = `http://127.0.0.1:${port}`;
  return provider;
}
