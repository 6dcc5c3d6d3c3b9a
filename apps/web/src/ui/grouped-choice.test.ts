import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksOf, press } from './grouped-choice.ts';

const options = [
  { value: 'food' },
  { value: 'coffee', under: 'food' },
  { value: 'groceries', under: 'food' },
  { value: 'travel' },
  { value: 'flights', under: 'travel' },
  { value: 'lodging', under: 'travel' },
  { value: 'alone' },
];
const looks = (chosen: string[]) => {
  const { chosen: all, partly } = looksOf(options, chosen);
  return { all: [...all].toSorted(), partly: [...partly] };
};

describe('Choices in groups', () => {
  test('a chosen group has all its members chosen', () => {
    expect(looks(['food'])).toEqual({ all: ['coffee', 'food', 'groceries'], partly: [] });
  });

  test('all members together are their group, some of them are a part of it', () => {
    expect(looks(['flights', 'lodging']).all).toContain('travel');
    expect(looks(['coffee', 'alone'])).toEqual({ all: ['alone', 'coffee'], partly: ['food'] });
  });

  test.each([
    [[], 'food', ['food']],
    [['food'], 'food', []],
    [['coffee'], 'food', ['food']],
    [['food'], 'coffee', ['groceries']],
    [['coffee'], 'groceries', ['food']],
    [['coffee'], 'coffee', []],
    [['coffee', 'groceries'], 'food', []],
    [['travel', 'coffee'], 'flights', ['coffee', 'lodging']],
    [['from a link'], 'alone', ['from a link', 'alone']],
  ])('%j and a press of %s make %j', (before, pressed, after) => {
    expect(press(options, before, pressed)).toEqual(after);
  });

  test('a press turns the look of what was pressed, and of nothing in other groups', () => {
    const value = fc.constantFrom(...options.map((option) => option.value));
    fc.assert(
      fc.property(fc.uniqueArray(value), value, (before, pressed) => {
        const was = looksOf(options, before).chosen;
        const is = looksOf(options, press(options, before, pressed)).chosen;
        expect(is.has(pressed)).toBe(!was.has(pressed));
        const groupOf = (name: string) =>
          options.find((option) => option.value === name)?.under ?? name;
        for (const { value: other } of options)
          if (groupOf(other) !== groupOf(pressed)) expect(is.has(other)).toBe(was.has(other));
      }),
    );
  });
});
