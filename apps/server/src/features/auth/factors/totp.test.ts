import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { generateTotpSecret, totpStep, totpUri } from './totp.ts';

// RFC 6238, appendix B: the ASCII secret 12345678901234567890 with SHA-1, truncated to six digits.
const secret = Secret.fromUTF8('12345678901234567890').base32;
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(vectors)('the code of RFC 6238 at %d seconds belongs to its time step', (at, code) => {
  expect(totpStep(secret, code, new Date(at * 1000))).toBe(Math.floor(at / 30));
});

test('a code is accepted one time step before and after its own, and no further', () => {
  const [at, code] = [1_234_567_890, '005924'];
  const step = Math.floor(at / 30);
  const stepAt = (seconds: number) => totpStep(secret, code, new Date((at + seconds) * 1000));
  expect([-30, 0, 30].map(stepAt)).toEqual([step, step, step]);
  expect([-60, 60].map(stepAt)).toEqual([null, null]);
});

test.each(['', '00592', '0059244', 'abcdef', '5924', '-05924'])('%j is not a code', (code) => {
  expect(totpStep(secret, code, new Date(1_234_567_890_000))).toBeNull();
});

test('a secret has 160 random bits, and its URI names the product and the address', () => {
  const generated = generateTotpSecret();
  expect(generated).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateTotpSecret()).not.toBe(generated);
  const uri = new URL(totpUri(generated, 'ada+1@example.com'));
  expect(decodeURIComponent(uri.pathname)).toMatch(/Cairn:ada\+1@example\.com$/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Cairn',
    secret: generated,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
