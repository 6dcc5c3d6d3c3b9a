import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

describe('a password hash', () => {
  test('uses argon2id at full cost and matches only its password', async () => {
    const hashed = await hashPassword('correct horse battery');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await verifyPassword('correct horse battery', hashed)).toBe(true);
    expect(await verifyPassword('correct horse batterz', hashed)).toBe(false);
    expect(needsRehash(hashed)).toBe(false);
  });

  test.each([
    ['less memory', { algorithm: 2, memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 }],
    ['another algorithm', { algorithm: 1, memoryCost: 64 * 1024, timeCost: 2, parallelism: 1 }],
  ])('with %s is weak but still matches its password', async (_weakness, cost) => {
    const hashed = await hash('correct horse battery', cost);
    expect(needsRehash(hashed)).toBe(true);
    expect(await verifyPassword('correct horse battery', hashed)).toBe(true);
  });

  test.each([['$2b$12$abcdefghijklmnopqrstuv'], [''], ['$argon2id$v=16$m=47104,t=1,p=1$a$b']])(
    '%j is weak',
    (hashed) => expect(needsRehash(hashed)).toBe(true),
  );

  test('with a higher cost than the current one is not replaced', () => {
    expect(needsRehash('$argon2id$v=19$m=65536,t=2,p=1$a$b')).toBe(false);
  });

  test('that is missing matches no password', async () => {
    expect(await verifyPassword('correct horse battery', null)).toBe(false);
    expect(await verifyPassword('nobody has this password', undefined)).toBe(false);
  });
});

test('hashing passwords does not delay compression, which uses the thread pool of Node', async () => {
  await hashPassword('starts the thread');
  let hashed = 0;
  const hashes = Array.from({ length: 24 }, async () => {
    await hashPassword('correct horse battery');
    hashed += 1;
  });
  await promisify(gzip)('a response');
  const hashedBefore = hashed;
  await Promise.all(hashes);
  expect(hashedBefore).toBeLessThan(12);
});

test('a password is rejected at once as unavailable if fifty others are waiting for a thread', async () => {
  const results = Array.from({ length: 60 }, () => verifyPassword('a guess', null));
  const last = await verifyPassword('a guess', null).catch((error: unknown) => error);
  expect(last).toMatchObject({ code: 'unavailable', reason: 'hash threads: queue full' });
  await Promise.allSettled(results);
});
