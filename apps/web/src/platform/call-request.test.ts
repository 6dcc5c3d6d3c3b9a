import { describe, expect, test } from 'vitest';
import { buildRequest } from './call-request.ts';

const circumstances = { token: 'abc', timeZone: 'Europe/Zurich', demo: false, form: false };

describe('the request of a call', () => {
  test('carries the token, the time zone and a JSON body', () => {
    const { url, init } = buildRequest(
      'POST /user/transactions/v2',
      { body: { page_number: 2 } },
      circumstances,
    );
    const headers = new Headers(init.headers);
    expect(url).toBe('/api/user/transactions/v2');
    expect(init.method).toBe('POST');
    expect(init.body).toBe('{"page_number":2}');
    expect(headers.get('authorization')).toBe('Bearer abc');
    expect(headers.get('x-time-zone')).toBe('Europe/Zurich');
    expect(headers.get('content-type')).toBe('application/json');
  });
  test('has neither token nor body nor content type where there is none', () => {
    const { init } = buildRequest('GET /config', {}, { ...circumstances, token: null });
    const headers = new Headers(init.headers);
    expect(headers.has('authorization')).toBe(false);
    expect(headers.has('content-type')).toBe(false);
    expect(init.body).toBeUndefined();
  });
  test('puts parameters into the path, encoded', () => {
    const { url } = buildRequest(
      'GET /institution/:id',
      { params: { id: 'a/b c' } },
      circumstances,
    );
    expect(url).toBe('/api/institution/a%2Fb%20c');
  });
  test('refuses to go out without a parameter of its path', () => {
    expect(() => buildRequest('GET /institution/:id', {}, circumstances)).toThrow('id');
  });
  test('leaves absent fields out of the query', () => {
    const { url } = buildRequest(
      'GET /user/activity',
      { query: { after: undefined, kind: 'a&b' } },
      circumstances,
    );
    expect(url).toBe('/api/user/activity?kind=a%26b');
  });
  test('goes to the demo under its prefix', () => {
    const { url } = buildRequest('GET /user/sync', {}, { ...circumstances, demo: true });
    expect(url).toBe('/api/demo/user/sync');
  });
  test('sends a form where the contract says so', () => {
    const { init } = buildRequest(
      'POST /auth/token',
      { body: { username: 'a+b@example.com', password: 'p&q', provider: 'email' } },
      { ...circumstances, form: true },
    );
    expect(String(init.body)).toBe('username=a%2Bb%40example.com&password=p%26q&provider=email');
    expect(new Headers(init.headers).has('content-type')).toBe(false); // Set by fetch itself.
  });
});
