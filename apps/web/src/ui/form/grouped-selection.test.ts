import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectionState, toggleOption } from './grouped-selection.ts';

const options = [
  { value: 'food' },
  { value: 'coffee', group: 'food' },
  { value: 'groceries', group: 'food' },
  { value: 'travel' },
  { value: 'flights', group: 'travel' },
  { value: 'lodging', group: 'travel' },
  { value: 'alone' },
];
const stateFor = (values: string[]) => {
  const { selected, partial } = selectionState(options, values);
  return { selected: [...selected].toSorted(), partial: [...partial] };
};

describe('grouped selection', () => {
  test('selecting a group selects all its members', () => {
    expect(stateFor(['food'])).toEqual({
      selected: ['coffee', 'food', 'groceries'],
      partial: [],
    });
  });

  test('selecting all members selects their group, and selecting some makes it partial', () => {
    expect(stateFor(['flights', 'lodging']).selected).toContain('travel');
    expect(stateFor(['coffee', 'alone'])).toEqual({
      selected: ['alone', 'coffee'],
      partial: ['food'],
    });
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
  ])('from %j, toggling %s gives %j', (before, toggled, after) => {
    expect(toggleOption(options, before, toggled)).toEqual(after);
  });

  test('toggling an option changes it, but no option of another group', () => {
    const value = fc.constantFrom(...options.map((option) => option.value));
    fc.assert(
      fc.property(fc.uniqueArray(value), value, (values, toggled) => {
        const before = selectionState(options, values).selected;
        const after = selectionState(options, toggleOption(options, values, toggled)).selected;
        expect(after.has(toggled)).toBe(!before.has(toggled));
        const groupOf = (name: string) =>
          options.find((option) => option.value === name)?.group ?? name;
        for (const { value: other } of options)
          if (groupOf(other) !== groupOf(toggled)) expect(after.has(other)).toBe(before.has(other));
      }),
    );
  });
});
