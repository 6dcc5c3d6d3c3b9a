import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, isWeakHash, passwordFits } from './passwords.ts';

describe('a password hash', () => {
  test('is argon2id at the full cost, and fits its password alone', async () => {
    const hashed = await hashPassword('correct horse battery');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await passwordFits('correct horse battery', hashed)).toBe(true);
    expect(await passwordFits('correct horse batterz', hashed)).toBe(false);
    expect(isWeakHash(hashed)).toBe(false);
  });

  test.each([
    ['less memory', { algorithm: 2, memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 }],
    ['another algorithm', { algorithm: 1, memoryCost: 64 * 1024, timeCost: 2, parallelism: 1 }],
  ])('of %s is weak, and fits all the same', async (_what, cost) => {
    const hashed = await hash('correct horse battery', cost);
    expect(isWeakHash(hashed)).toBe(true);
    expect(await passwordFits('correct horse battery', hashed)).toBe(true);
  });

  test.each([['$2b$12$abcdefghijklmnopqrstuv'], [''], ['$argon2id$v=16$m=47104,t=1,p=1$a$b']])(
    '%j is weak',
    (hashed) => expect(isWeakHash(hashed)).toBe(true),
  );

  test('that is dearer than ours is left as it is', () => {
    expect(isWeakHash('$argon2id$v=19$m=65536,t=2,p=1$a$b')).toBe(false);
  });

  test('that is missing fits nothing', async () => {
    expect(await passwordFits('correct horse battery', null)).toBe(false);
    expect(await passwordFits('nobody has this password', undefined)).toBe(false);
  });
});
