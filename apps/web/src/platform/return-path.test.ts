import { describe, expect, test } from 'vitest';
import { loginPathFrom, safeReturnPath } from './return-path.ts';

describe('where signing in leads', () => {
  test('is the page that was asked for, with its query', () => {
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
  ])('is / when asked for %j', (wanted) => {
    expect(safeReturnPath(wanted)).toBe('/');
  });
});

describe('the sign-in page', () => {
  test('remembers where the person was', () => {
    expect(loginPathFrom({ pathname: '/transactions', search: '?category=a&x=1' })).toBe(
      '/login?next=%2Ftransactions%3Fcategory%3Da%26x%3D1',
    );
  });
  test('remembers the place on the page', () => {
    expect(loginPathFrom({ pathname: '/profile', search: '', hash: '#devices' })).toBe(
      '/login?next=%2Fprofile%23devices',
    );
  });
  test('has nothing to remember from the dashboard or the way out', () => {
    expect(loginPathFrom({ pathname: '/', search: '' })).toBe('/login');
    expect(loginPathFrom({ pathname: '/logout', search: '' })).toBe('/login');
  });
});
