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
])('%s is rejected, because it is little more than the address or words about Cairn', (password) =>
  expect(isPersonalPassword(password, email)).toBe(true),
);

test.each([
  ['correct horse battery'],
  ['lovelace wrote programs by candlelight'],
  ['a cairn above the tree line'],
  ['x9-Tq7-money-Lm2'],
])(
  '%s is accepted, because enough of it is neither the address nor words about Cairn',
  (password) => expect(isPersonalPassword(password, email)).toBe(false),
);

test('parts of an address with fewer than three characters are ignored', () => {
  expect(isPersonalPassword('a1b2c3d4e5', 'a@b.co')).toBe(false);
});
