import { describe, expect, test } from 'vitest';
import { createLogger } from '../platform/log.ts';
import { requireResetPassword, requireSignupPassword } from './password-policy.ts';
import { requireStrongPassword } from './strong-password.ts';

const email = 'ada.lovelace@example.com';
const services = { log: createLogger('silent'), breaches: null };

/** Returns why a sign-up or a reset with a password is rejected, or null if it is accepted. */
async function rejection(
  password: string,
  requireRules: (password: string, email: string) => void = requireSignupPassword,
): Promise<string | null> {
  try {
    requireRules(password, email);
    await requireStrongPassword(services, { password, email });
    return null;
  } catch (error) {
    return String(error);
  }
}

const guessable = [
  'Password2026!',
  'P@ssw0rd2026',
  'Summer2026!',
  'Winter2025!!',
  'November2026',
  'Liverpool2024!',
  'Qwerty12345!',
  'qwertyuiop123',
  '1q2w3e4r5t6y',
  'abcdefghij1',
  'iloveyou2026',
  'LetMeIn2026!',
  'Welcome123!',
  'Michael1985!',
  'ada.lovelace@example.com',
  'AdaLovelace1',
  'CairnCairn12',
  'cairnmoney26',
  'Administrator1!',
  '09876543210a',
];

const good = [
  'correct horse battery',
  'a long enough passphrase',
  'another long passphrase',
  'seventeen purple cranes',
  'another good one',
  'velvet tractor hums',
  'two owls argue loudly',
  'kB7#qzP2!mXw',
  'x9-Tq7-rV4-Lm2',
  'Zt9k3-Lm4x7-8Gq2',
  'hT5vQ9wLpz',
  'pjqxvmzkwtur',
  '7391-kelp-orbit',
  'Mein Rad hat drei Klingeln',
  'mittwochs gibt es suppe',
  'пароль-длинный-очень',
  'ошибка чайник облако',
  '猫が三匹屋根の上で寝ている',
  'lovelace wrote programs by candlelight',
  'a cairn above the tree line',
];

describe('a new password', () => {
  test.each(guessable)('%s is rejected', async (password) => {
    expect(await rejection(password)).not.toBeNull();
  });

  test.each(good)('%s is accepted', async (password) => {
    expect(await rejection(password)).toBeNull();
  });

  test('eight random characters are enough for a reset', async () => {
    for (const password of ['kq7vmz3x', 'T5vQ9wLp'])
      expect(await rejection(password, requireResetPassword)).toBeNull();
  });

  test('the rejection says what is wrong and what would help', async () => {
    expect(await rejection('Michael1985!')).toMatch(/easy to guess\. \w.+\. \w.+\.$/);
  });
});

test('a leaked password is rejected, but if the breach service is unavailable, no password is rejected as leaked', async () => {
  const check = (isBreached: () => Promise<boolean>) =>
    requireStrongPassword(
      { ...services, breaches: { isBreached } },
      { password: 'velvet tractor hums', email },
    );
  await expect(check(async () => true)).rejects.toThrow('leaked');
  await expect(check(async () => false)).resolves.toBeUndefined();
  await expect(check(() => Promise.reject(new Error('down')))).resolves.toBeUndefined();
});
