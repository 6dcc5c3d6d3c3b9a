import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './sealed-secrets.ts';

const createKey = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });
const firstKey = createKey('k1');
const sealer = createSealer([firstKey]);

test('any text can be sealed and opened in the same context', () => {
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

test('sealing the same text twice gives different results that do not contain it', () => {
  const [first, second] = [
    sealer.seal('access-sandbox-1', 'a'),
    sealer.seal('access-sandbox-1', 'a'),
  ];
  expect(first).not.toBe(second);
  expect(first).not.toContain('access');
});

test('a secret copied to another user or item does not open', () => {
  const sealed = sealer.seal('access-sandbox-1', 'user-1/item-1');
  expect(() => sealer.open(sealed, 'user-2/item-1')).toThrow();
  expect(() => sealer.open(sealed, 'user-1/item-2')).toThrow();
});

test('a secret with one changed character does not open', () => {
  const sealed = sealer.seal('access-sandbox-1', 'user-1/item-1');
  fc.assert(
    fc.property(
      fc.nat({ max: sealed.length - 1 }),
      fc.constantFrom('A', 'q', '.', '_'),
      (index, character) => {
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        // The last base64url character has unused bits.
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

test('a secret with a truncated tag does not open, because short tags are easier to forge', () => {
  const [id, nonce, tag, text] = sealer.seal('access-sandbox-1', 'a').split('.');
  expect(() => sealer.open([id, nonce, tag?.slice(0, 8), text].join('.'), 'a')).toThrow();
});

test('after a key rotation, old secrets still open and new ones use the new key', () => {
  const sealed = sealer.seal('access-sandbox-1', 'a');
  const rotated = createSealer([createKey('k2'), firstKey]);
  expect(rotated.open(sealed, 'a')).toBe('access-sandbox-1');
  expect(rotated.seal('x', 'a')).toMatch(/^k2\./);
  expect(() => createSealer([createKey('k2')]).open(sealed, 'a')).toThrow();
});
