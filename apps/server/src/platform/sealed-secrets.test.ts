import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './sealed-secrets.ts';

const keyNamed = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });
const first = keyNamed('k1');
const sealer = createSealer([first]);

test('any text opens to itself in its own context', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (plain, context) => {
        expect(sealer.open(sealer.seal(plain, context), context)).toBe(plain);
      },
    ),
  );
});

test('the same text is sealed differently each time, and never shows', () => {
  const [one, other] = [sealer.seal('access-sandbox-1', 'a'), sealer.seal('access-sandbox-1', 'a')];
  expect(one).not.toBe(other);
  expect(one).not.toContain('access');
});

test('a secret copied to another user or item does not open', () => {
  const sealed = sealer.seal('access-sandbox-1', 'user-1/item-1');
  expect(() => sealer.open(sealed, 'user-2/item-1')).toThrow();
  expect(() => sealer.open(sealed, 'user-1/item-2')).toThrow();
});

test('a secret with any one character changed does not open', () => {
  const sealed = sealer.seal('access-sandbox-1', 'user-1/item-1');
  fc.assert(
    fc.property(
      fc.nat({ max: sealed.length - 1 }),
      fc.constantFrom('A', 'q', '.', '_'),
      (at, put) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + 1);
        // The last character of base64url has bits that stand for nothing.
        fc.pre(decoded(changed) !== decoded(sealed));
        expect(() => sealer.open(changed, 'user-1/item-1')).toThrow();
      },
    ),
  );
});

const decoded = (sealed: string) =>
  sealed
    .split('.')
    .map((part, index) => (index === 0 ? part : Buffer.from(part, 'base64url').toString('hex')))
    .join('.');

test('a cut tag does not open: short tags are easier to forge', () => {
  const [id, nonce, tag, text] = sealer.seal('access-sandbox-1', 'a').split('.');
  expect(() => sealer.open([id, nonce, tag?.slice(0, 8), text].join('.'), 'a')).toThrow();
});

test('after a rotation old secrets still open and new ones use the new key', () => {
  const sealed = sealer.seal('access-sandbox-1', 'a');
  const rotated = createSealer([keyNamed('k2'), first]);
  expect(rotated.open(sealed, 'a')).toBe('access-sandbox-1');
  expect(rotated.seal('x', 'a')).toMatch(/^k2\./);
  expect(() => createSealer([keyNamed('k2')]).open(sealed, 'a')).toThrow();
});
