import { expect, test } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';

test.each([
  ['/user/me', ['GET', 'HEAD']],
  ['/demo/user/me', ['GET', 'HEAD']],
  ['/auth/token', ['POST']],
  ['/demo/auth/token', []],
  ['/user/budget/0190a0a0-0000-7000-8000-00000000dead', ['DELETE']],
  ['/demo/user/budget/0190a0a0-0000-7000-8000-00000000dead', ['DELETE']],
  ['/user/budget/suggestion', ['GET', 'HEAD']],
  ['/demo/cb', ['GET', 'HEAD']],
  ['/cb', ['DELETE', 'GET', 'HEAD']],
  ['/demo/user/budget/update', ['POST']],
  ['/user/nothing', []],
  ['/user/me/more', []],
  ['/', []],
])('%s has the methods %j', (path, methods) => expect(allowedMethods(path)).toEqual(methods));
