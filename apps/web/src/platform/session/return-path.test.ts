import { describe, expect, test } from 'vitest';
import { loginPathFrom, safeReturnPath } from './return-path.ts';

describe('safeReturnPath', () => {
  test('sign-in leads to the requested page, with its query', () => {
    expect(safeReturnPath('/transactions?category=food#top')).toBe(
      '/transactions?category=food#top',
    );
  });
  test.each([
    null,
    '',
    'transactions',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '/login?next=%2Flogin',
    '/logout',
  ])('sign-in leads to / instead of %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });
});

describe('loginPathFrom', () => {
  test('the sign-in path remembers the current page', () => {
    expect(loginPathFrom({ pathname: '/transactions', search: '?category=a&x=1' })).toBe(
      '/login?next=%2Ftransactions%3Fcategory%3Da%26x%3D1',
    );
  });
  test('the sign-in path remembers the fragment', () => {
    expect(loginPathFrom({ pathname: '/profile', search: '', hash: '#devices' })).toBe(
      '/login?next=%2Fprofile%23devices',
    );
  });
  test.each([
    { search: '', hash: '#code=c1' },
    { search: '?code=c1' },
    { search: '', state: { code: 'c1' } },
    { search: '?code=older', hash: '#code=c1' },
  ])('a one-time code in %j stays in the fragment, out of the query', (parts) => {
    const path = loginPathFrom({ pathname: '/profile/email/link', ...parts });
    expect(path).toBe('/login?next=%2Fprofile%2Femail%2Flink#code=c1');
  });
  test('a one-time code is removed from a query without changing the rest', () => {
    const path = loginPathFrom({ pathname: '/crypto/callback', search: '?code=c1&state=s' });
    expect(path).toBe('/login?next=%2Fcrypto%2Fcallback%3Fstate%3Ds#code=c1');
  });
  test('the sign-in path does not remember the dashboard or /logout', () => {
    expect(loginPathFrom({ pathname: '/', search: '' })).toBe('/login');
    expect(loginPathFrom({ pathname: '/logout', search: '' })).toBe('/login');
  });
});
