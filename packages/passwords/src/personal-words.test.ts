import { expect, test } from 'vitest';
import { isPersonalPassword } from './personal-words.ts';

const email = 'Ada.Lovelace@engine.example.com';

test.each([
  ['ada.lovelace@engine.example.com'],
  ['Ada.Lovelace@Engine.Example.com!'],
  ['ada.lovelace'],
  ['AdaLovelace99'],
  ['lovelace1815'],
  ['engine.example.com'],
  ['CairnCairn12'],
  ['cairn-2026!!'],
  ['MyCairnMoney1'],
])('%s is little more than what an attacker knows', (password) =>
  expect(isPersonalPassword(password, email)).toBe(true),
);

test.each([
  ['correct horse battery'],
  ['lovelace wrote programs by candlelight'],
  ['a cairn above the tree line'],
  ['x9-Tq7-money-Lm2'],
])('%s has enough of its own', (password) =>
  expect(isPersonalPassword(password, email)).toBe(false),
);

test('short parts of an address are no words', () => {
  expect(isPersonalPassword('a1b2c3d4e5', 'a@b.co')).toBe(false);
});
