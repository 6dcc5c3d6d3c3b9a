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
  test('the sign-in path does not remember the dashboard or /logout', () => {
    expect(loginPathFrom({ pathname: '/', search: '' })).toBe('/login');
    expect(loginPathFrom({ pathname: '/logout', search: '' })).toBe('/login');
  });
});
