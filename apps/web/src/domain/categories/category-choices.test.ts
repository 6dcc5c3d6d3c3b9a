import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryChoices, groupedCategoryChoices, searchCategories } from './category-choices.ts';
import { categorySynonyms } from './category-synonyms.ts';

const firstOf = (query: string) => searchCategories(groupedCategoryChoices, query)[0]?.label;

test.each([
  ['coffee', 'Coffee'],
  ['groceries', 'Groceries'],
  ['grocery', 'Groceries'],
  ['gas', 'Gas'],
  ['rent', 'Rent'],
  ['food', 'Food and drink'],
  ['phone', 'Telephone'],
  ['supermarket', 'Groceries'],
  ['hotel', 'Lodging'],
  ['Food and drink: Coffee', 'Coffee'],
])('the best match for %j is %j', (query, label) => {
  expect(firstOf(query)).toBe(label);
});

test('the full label of any category or group finds it first, whatever was used recently', () => {
  const keys = groupedCategoryChoices.map(({ key }) => key);
  fc.assert(
    fc.property(
      fc.constantFrom(...groupedCategoryChoices),
      fc.constantFrom(
        (label: string) => label,
        (label: string) => ` ${label.toUpperCase()} `,
      ),
      fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 5 }),
      ({ label }, type, recent) => {
        const [best] = searchCategories(groupedCategoryChoices, type(label), recent);
        expect(best?.label).toBe(label);
      },
    ),
    { numRuns: 500 },
  );
  // One by one, so that none is left out. Only Other names both a group and a category.
  for (const choice of categoryChoices)
    expect(searchCategories(categoryChoices, choice.label)[0]).toBe(choice);
  const others = groupedCategoryChoices.filter(
    (choice) => searchCategories(groupedCategoryChoices, choice.label)[0] !== choice,
  );
  expect(others.map(({ key }) => key)).toEqual(['other_other']);
});

test('every part of a label finds it, ignoring case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...categoryChoices), fc.nat(), fc.nat(), (choice, from, length) => {
      const start = from % choice.label.length;
      const part = choice.label.slice(start, start + 1 + (length % choice.label.length));
      expect(searchCategories(categoryChoices, part.toLowerCase())).toContain(choice);
    }),
  );
});

test('of equally good matches, the most recently used ones come first', () => {
  const found = (recent: readonly string[]) =>
    searchCategories(categoryChoices, 'car', recent)
      .slice(0, 2)
      .map(({ label }) => label);
  expect(found([])).toEqual(['Car loan received', 'Car payment']);
  expect(found(['loan_payments_car_payment'])).toEqual(['Car payment', 'Car loan received']);
});

test('without a search, the categories are sorted by label', () => {
  const labels = searchCategories(categoryChoices, '').map(({ label }) => label);
  expect(labels.length).toBeGreaterThan(100);
  expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'en')));
});

test('every synonym belongs to a known category or group', () => {
  const known = new Set(groupedCategoryChoices.map(({ key }) => key));
  expect(Object.keys(categorySynonyms).filter((key) => !known.has(key))).toEqual([]);
});
