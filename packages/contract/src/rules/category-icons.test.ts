import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryIcon, categoryIcons } from './category-icons.ts';
import { categories, categoryAliases, categoryGroups } from './taxonomy.ts';

const groupKeys = categoryGroups.map(({ key }) => key);
/** The catch-all category of a group, for example `travel_other_travel`. */
const isCatchAll = (key: string, group: string) => key.startsWith(`${group}_other`);

describe('the icons of categories', () => {
  test('every group and category of both taxonomies has an icon, and nothing else does', () => {
    expect(Object.keys(categoryIcons).sort()).toEqual([...groupKeys, ...categories.keys()].sort());
  });

  test('no two groups or categories share an icon, except a group and its catch-all category', () => {
    const owners = new Map<string, string>();
    for (const group of groupKeys) {
      expect(owners.get(categoryIcon(group))).toBeUndefined();
      owners.set(categoryIcon(group), group);
    }
    for (const [key, { group }] of categories) {
      if (isCatchAll(key, group.key)) {
        expect(categoryIcon(key)).toBe(categoryIcon(group.key));
        continue;
      }
      expect([key, owners.get(categoryIcon(key))]).toEqual([key, undefined]);
      owners.set(categoryIcon(key), key);
    }
  });

  test('coffee, groceries, restaurants, and fast food have different icons', () => {
    const icons = ['coffee', 'groceries', 'restaurant', 'fast_food'].map((suffix) =>
      categoryIcon(`food_and_drink_${suffix}`),
    );
    expect(icons).toEqual(['coffee', 'shopping-basket', 'chef-hat', 'hamburger']);
  });

  test.each(Object.entries(categoryAliases))('%s has the icon of %s', (alias, key) => {
    expect(categoryIcon(alias.toUpperCase())).toBe(categoryIcons[key]);
  });

  test('an unknown category has the icon of its group, or of Other', () => {
    expect(categoryIcon('FOOD_AND_DRINK_SPACE_FOOD')).toBe(categoryIcons.food_and_drink);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__')), (key) => {
        expect(Object.values(categoryIcons)).toContain(categoryIcon(key));
      }),
    );
  });
});
