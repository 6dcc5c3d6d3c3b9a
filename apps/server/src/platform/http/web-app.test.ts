import { expect, test } from 'vitest';
import { isFilePath } from './web-app.ts';

test.each([
  '/assets/index-1a2b.js',
  '/assets/',
  '/sitemap.xml',
  '/favicon.ico',
  '/wp-login.php',
  '/.env',
  '/.well-known/security.txt',
  '/.well-known/nothing',
  '/%2eenv',
  '/%2Egit/HEAD',
  '/old/.git/config',
  '/account/.env',
  '/old/app.min.JS',
  '/apple-touch-icon.png',
  '/backup.tar.gz',
])('%s is the path of a file', (path) => {
  expect(isFilePath(path)).toBe(true);
});

test.each([
  '/',
  '/transactions',
  '/no/such/place',
  '/recurringTx/018f.abc',
  '/institution/crypto/coinbase.com',
  '/account/a.b',
  '/transaction/cat/food.drink',
  '/version-1.2',
  '/assets-overview',
  '/a.',
  '/..',
  '/account/..a',
])('%s is the path of a page', (path) => {
  expect(isFilePath(path)).toBe(false);
});
