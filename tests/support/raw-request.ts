import { Problem } from '@cairn/contract/problem';
import { Check } from 'typebox/value';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** What a request may carry that no typed client would send. */
export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
  token?: string | undefined;
}

/** Sends anything at all to a path of the server and answers what came back. */
export async function sendRaw(server: TestServer, path: string, request: RawRequest = {}) {
  const { token, headers, method = 'POST', body } = request;
  const response = await fetch(`${server.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a text as JSON. */
export const sendJson = (server: TestServer, path: string, body: string, token?: string) =>
  sendRaw(server, path, { body, token, headers: { 'content-type': 'application/json' } });

/**
 * Expects an error as it has to be: its status, problem+json with every field of its schema, a sentence
 * for people, nothing of our insides, and never kept by a cache. Answers the problem.
 */
export function expectProblem(
  answer: { status: number; headers: Headers; text: string },
  status: number,
): Problem {
  expect(answer.status, answer.text.slice(0, 300)).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const problem = JSON.parse(answer.text) as Problem; // Checked by the next line.
  expect(Check(Problem, problem), answer.text).toBe(true);
  expect(problem.status).toBe(status);
  expect(problem.type).toBe(`/api/docs/errors#${problem.code}`);
  expect(problem.detail).toMatch(/^\S.{8,300}$/);
  expect(answer.text).not.toMatch(/node_modules|at \w+ \(|FST_|ECONN|postgres|select .* from/i);
  return problem;
}
