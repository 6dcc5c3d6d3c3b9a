import { expect, test } from 'vitest';
import { merchantInitial } from './merchant-initial.ts';

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
  expect(merchantInitial(name)).toBe(initial);
});
