import { describe, expect, test } from 'vitest';
import { buildRequest } from './call-request.ts';

const context = { token: 'abc', timeZone: 'Europe/Zurich', demo: false, form: false };

describe('buildRequest', () => {
  test('a request contains the token, the time zone, and a JSON body', () => {
    const { url, init } = buildRequest(
      'POST /user/transactions/v2',
      { body: { page_number: 2 } },
      context,
    );
    const headers = new Headers(init.headers);
    expect(url).toBe('/api/user/transactions/v2');
    expect(init.method).toBe('POST');
    expect(init.body).toBe('{"page_number":2}');
    expect(headers.get('authorization')).toBe('Bearer abc');
    expect(headers.get('x-time-zone')).toBe('Europe/Zurich');
    expect(headers.get('content-type')).toBe('application/json');
  });
  test('a request without token and body has no authorization, body, or content type', () => {
    const { init } = buildRequest('GET /config', {}, { ...context, token: null });
    const headers = new Headers(init.headers);
    expect(headers.has('authorization')).toBe(false);
    expect(headers.has('content-type')).toBe(false);
    expect(init.body).toBeUndefined();
  });
  test('path parameters are URL-encoded', () => {
    const { url } = buildRequest('GET /institution/:id', { params: { id: 'a/b c' } }, context);
    expect(url).toBe('/api/institution/a%2Fb%20c');
  });
  test('a missing path parameter is an error', () => {
    expect(() => buildRequest('GET /institution/:id', {}, context)).toThrow('id');
  });
  test('undefined fields are omitted from the query', () => {
    const { url } = buildRequest(
      'GET /user/activity',
      { query: { after: undefined, kind: 'a&b' } },
      context,
    );
    expect(url).toBe('/api/user/activity?kind=a%26b');
  });
  test('a demo request has the demo prefix', () => {
    const { url } = buildRequest('GET /user/sync', {}, { ...context, demo: true });
    expect(url).toBe('/api/demo/user/sync');
  });
  test('a form call sends its body as a form', () => {
    const { init } = buildRequest(
      'POST /auth/token',
      { body: { username: 'a+b@example.com', password: 'p&q', provider: 'email' } },
      { ...context, form: true },
    );
    expect(String(init.body)).toBe('username=a%2Bb%40example.com&password=p%26q&provider=email');
    expect(new Headers(init.headers).has('content-type')).toBe(false); // Set by fetch itself.
  });
});
