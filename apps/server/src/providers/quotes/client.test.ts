import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonAnswer,
  startScriptedProvider,
} from '../../../../../tests/support/scripted-provider.ts';
import { ProviderAway } from '../../platform/ask-provider.ts';
import { openLog } from '../../platform/log.ts';
import { createFinnhubProvider, type QuotesProvider } from './client.ts';
import { QuotesFault } from './errors.ts';

const now = new Date('2026-11-23T14:00:00Z');
const t = now.getTime() / 1_000;
const logged: string[] = [];

let provider: ScriptedProvider;
let quotes: QuotesProvider;

beforeAll(async () => {
  provider = await startScriptedProvider();
  quotes = createFinnhubProvider(
    { source: 'Finnhub', apiKey: 'canary-key', baseUrl: provider.url, symbols: ['AAPL'] },
    openLog('debug', { write: (line) => void logged.push(line) }),
    { now: () => now },
    { timeout: 500, retries: { tries: 3, firstDelay: 1, longestDelay: 1_000, random: () => 1 } },
  );
});
beforeEach(() => {
  provider.asked = [];
});
afterAll(() => provider.stop());

const answerWith = (body: unknown, status = 200, headers = {}) => {
  provider.answer = (_path, response) => sendJsonAnswer(response, body, headers, status);
};

test('a price is asked for by its symbol, with the key in a header and in no address', async () => {
  answerWith({ c: 512.34, t });
  expect(await quotes.price('BRK.B')).toBe('512.3400');
  expect(provider.asked).toHaveLength(1);
  expect(provider.asked[0]?.call).toBe('GET /quote?symbol=BRK.B');
  expect(provider.asked[0]?.headers['x-finnhub-token']).toBe('canary-key');
});

test.each([
  [401, 'misconfigured'],
  [403, 'unknown_symbol'],
  [422, 'unexpected'],
])('a refusal of %i is %s, and is not tried again', async (status, kind) => {
  answerWith({ error: 'text that may change' }, status);
  const error = await quotes.price('AAPL').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QuotesFault);
  expect((error as QuotesFault).kind).toBe(kind);
  expect(provider.asked).toHaveLength(1);
});

test.each([
  ['a failure of its own', 500, {}, {}, 3, 500],
  ['a limit', 429, {}, {}, 3, 429],
  ['a limit that lasts longer than we wait', 429, {}, { 'retry-after': '30' }, 1, 429],
  ['an address elsewhere', 302, {}, { location: 'http://elsewhere.example' }, 1, 302],
])(
  'answered with %s means that nothing is known',
  async (_, status, body, headers, tries, said) => {
    answerWith(body, status, headers);
    const error = await quotes.price('AAPL').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderAway);
    expect((error as ProviderAway).status).toBe(said);
    expect(provider.asked).toHaveLength(tries);
  },
);

test('what is no JSON is tried again, and a price then counts', async () => {
  provider.answer = (_path, response) => {
    if (provider.asked.length < 2) response.end('<html>Bad gateway</html>');
    else sendJsonAnswer(response, { c: 7, t });
  };
  expect(await quotes.price('AAPL')).toBe('7.0000');
});

test('no answer at all is waited for no longer than the timeout, and tried again', async () => {
  provider.answer = (_path, response) => {
    if (provider.asked.length >= 2) sendJsonAnswer(response, { c: 7, t });
  };
  expect(await quotes.price('AAPL')).toBe('7.0000');
});

test('the key is in no log line', () => {
  expect(logged.length).toBeGreaterThan(3);
  expect(logged.join('')).not.toContain('canary');
});
