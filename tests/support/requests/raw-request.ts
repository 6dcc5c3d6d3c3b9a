import { Problem } from '@cairn/contract/problem';
import { Check } from 'typebox/value';
import { expect } from 'vitest';
import type { TestServer } from '../processes/test-server.ts';

/** A request that a typed client could not send. */
export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
  token?: string | undefined;
  /** Milliseconds after which the request is aborted, which fails the test. */
  timeout?: number;
}

/** Sends any request to a path of the server and returns the response. */
export async function sendRaw(server: TestServer, path: string, request: RawRequest = {}) {
  const { token, headers, method = 'POST', body, timeout } = request;
  const response = await fetch(`${server.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body }),
    ...(timeout === undefined ? {} : { signal: AbortSignal.timeout(timeout) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends text as a JSON body. */
export const sendJson = (server: TestServer, path: string, body: string, token?: string) =>
  sendRaw(server, path, { body, token, headers: { 'content-type': 'application/json' } });

/**
 * Expects a valid problem response: the status, problem+json that matches its schema, a readable detail,
 * no internals, and no caching. Returns the problem.
 */
export function expectProblem(
  response: { status: number; headers: Headers; text: string },
  status: number,
): Problem {
  expect(response.status, response.text.slice(0, 300)).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = JSON.parse(response.text) as Problem; // Checked by the next line.
  expect(Check(Problem, problem), response.text).toBe(true);
  expect(problem.status).toBe(status);
  expect(problem.type).toBe(`/api/docs/errors#${problem.code}`);
  expect(problem.detail).toMatch(/^\S.{8,300}$/);
  expect(response.text).not.toMatch(/node_modules|at \w+ \(|FST_|ECONN|postgres|select .* from/i);
  return problem;
}
