import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider with scripted responses, over real HTTP. */
export interface ScriptedProvider {
  url: string;
  /** The received requests, oldest first. `call` is the method and path. */
  requests: { call: string; headers: IncomingHttpHeaders; form: URLSearchParams }[];
  /** Responds to each request. Tests replace it. */
  respond: (path: string, response: ServerResponse) => void;
  stop(): Promise<void>;
}

/** Sends a JSON response. */
export function sendJsonResponse(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts a provider that responds with 404 until it is scripted. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const provider: ScriptedProvider = {
    url: '',
    requests: [],
    respond: (_path, response) => sendJsonResponse(response, { error: 'not_found' }, {}, 404),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const form = new URLSearchParams(await text(request));
    provider.requests.push({ call: `${request.method} ${path}`, headers: request.headers, form });
    provider.respond(path, response);
  }
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  provider.url = `http://127.0.0.1:${port}`;
  return provider;
}
