import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonResponse,
  startScriptedProvider,
} from '../../../../../tests/support/bank/scripted-provider.ts';
import { createLogger } from '../../platform/log.ts';
import { ProviderUnavailable } from '../../platform/providers/provider-request.ts';
import { createFinnhubProvider, type QuotesProvider } from './client.ts';
import { QuotesError } from './errors.ts';

const now = new Date('2026-11-23T14:00:00Z');
const t = now.getTime() / 1_000;
const logged: string[] = [];

let provider: ScriptedProvider;
let quotes: QuotesProvider;

beforeAll(async () => {
  provider = await startScriptedProvider();
  quotes = createFinnhubProvider(
    { source: 'Finnhub', apiKey: 'canary-key', baseUrl: provider.url, symbols: ['AAPL'] },
    createLogger('debug', { write: (line) => void logged.push(line) }),
    { now: () => now },
    {
      timeout: 500,
      retries: { maxAttempts: 3, initialDelay: 1, maxDelay: 1_000, random: () => 1 },
    },
  );
});
beforeEach(() => {
  provider.requests = [];
});
afterAll(() => provider.stop());

const respondWith = (body: unknown, status = 200, headers = {}) => {
  provider.respond = (_path, response) => sendJsonResponse(response, body, headers, status);
};

test('a price request has the symbol in the URL and the key in a header', async () => {
  respondWith({ c: 512.34, t });
  expect(await quotes.price('BRK.B')).toBe('512.3400');
  expect(provider.requests).toHaveLength(1);
  expect(provider.requests[0]?.call).toBe('GET /quote?symbol=BRK.B');
  expect(provider.requests[0]?.headers['x-finnhub-token']).toBe('canary-key');
});

test.each([
  [401, 'misconfigured'],
  [403, 'unknown_symbol'],
  [422, 'unexpected'],
])('status %i is an error of kind %s and is not retried', async (status, kind) => {
  respondWith({ error: 'text that may change' }, status);
  const error = await quotes.price('AAPL').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QuotesError);
  expect((error as QuotesError).kind).toBe(kind);
  expect(provider.requests).toHaveLength(1);
});

test.each([
  ['a server error', 500, {}, {}, 3, 500],
  ['a rate limit', 429, {}, {}, 3, 429],
  [
    'a rate limit that lasts longer than the longest delay',
    429,
    {},
    { 'retry-after': '30' },
    1,
    429,
  ],
  ['a redirect', 302, {}, { location: 'http://elsewhere.example' }, 1, 302],
])(
  'a response with %s means that the provider is unavailable',
  async (_, status, body, headers, attempts, expectedStatus) => {
    respondWith(body, status, headers);
    const error = await quotes.price('AAPL').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderUnavailable);
    expect((error as ProviderUnavailable).status).toBe(expectedStatus);
    expect(provider.requests).toHaveLength(attempts);
  },
);

test('a response that is not JSON is retried', async () => {
  provider.respond = (_path, response) => {
    if (provider.requests.length < 2) response.end('<html>Bad gateway</html>');
    else sendJsonResponse(response, { c: 7, t });
  };
  expect(await quotes.price('AAPL')).toBe('7.0000');
});

test('a request that times out is retried', async () => {
  provider.respond = (_path, response) => {
    if (provider.requests.length >= 2) sendJsonResponse(response, { c: 7, t });
  };
  expect(await quotes.price('AAPL')).toBe('7.0000');
});

test('the log does not contain the key', () => {
  expect(logged.length).toBeGreaterThan(3);
  expect(logged.join('')).not.toContain('canary');
});
