import { expect, test } from 'vitest';
import { initialOf } from './merchant-initial.ts';

test.each([
  ['Corner Bakery', 'C'],
  ['éclair', 'É'],
  ['  7-Eleven', '7'],
  ['<script>', 'S'],
  ['=cmd()', 'C'],
  ['東京', '東'],
  ['🙂 Smile', 'S'],
  ['***', null],
  ['', null],
  [null, null],
])('the initial of the merchant name %j is %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
