import { once } from 'node:events';
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';

/** A response whose body was read. */
export interface TimedResponse {
  status: number;
  /** From sending the request to the last byte of the response. */
  milliseconds: number;
}

export interface TimedRequest {
  url: string;
  token?: string;
  /** A form, or an object that is sent as JSON. */
  body: URLSearchParams | object;
}

/** Connections that stay open, as many as there are concurrent requests. */
export const openConnections = (): Agent =>
  new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Posts a body and reads the response, which may be compressed as for a browser. */
export async function timedPost(agent: Agent, options: TimedRequest): Promise<TimedResponse> {
  const startedAt = performance.now();
  const response = await post(agent, options);
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, milliseconds: performance.now() - startedAt };
}

/** Posts a body. The caller reads the response. */
export async function post(
  agent: Agent,
  { url, token, body }: TimedRequest,
): Promise<IncomingMessage> {
  const isForm = body instanceof URLSearchParams;
  const request = sendRequest(url, {
    method: 'POST',
    agent,
    headers: {
      'accept-encoding': 'gzip',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  request.end(isForm ? body.toString() : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
