import { expect, test } from 'vitest';
import { sandboxEnvironment } from './sandbox-environment.ts';

test("the sandbox gets its own variables and none of the server's", () => {
  const own = {
    SANDBOX_PORT: '3001',
    SANDBOX_SEED: '7',
    SANDBOX_TODAY: '2026-11-21',
    SMTP_PORT: '1',
  };
  const system = { PATH: '/bin', HOME: '/home/me', TZ: 'UTC' };
  const secret = {
    SESSION_KEY: 'secret',
    TOKEN_KEYS: 'secret',
    DATABASE_URL: 'postgres://me:secret@host/cairn',
    PLAID_SECRET: 'secret',
    STRIPE_SECRET_KEY: 'secret',
    SMTP_URL: 'smtps://me:secret@host',
    APPLE_PRIVATE_KEY: 'secret',
    MY_SANDBOX_KEY: 'secret',
  };
  expect(sandboxEnvironment({ ...secret, ...own, ...system })).toEqual({ ...own, ...system });
});
