import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryChoices, groupedCategoryChoices, searchCategories } from './category-choices.ts';
import { categorySynonyms } from './category-synonyms.ts';

/**
 * Everyday words and the category that each finds first among the categories. Among the choices with
 * groups, it finds `group` first, if given.
 */
const everydayWords: readonly (readonly [word: string, category: string, group?: string])[] = [
  ['rent', 'Rent'],
  ['mortgage', 'Mortgage payment'],
  ['home loan', 'Mortgage payment'],
  ['utilities', 'Other utilities', 'Rent and utilities'],
  ['electric', 'Gas and electricity'],
  ['electricity', 'Gas and electricity'],
  ['gas bill', 'Gas and electricity'],
  ['heating', 'Gas and electricity'],
  ['water', 'Water'],
  ['internet', 'Internet and cable'],
  ['wifi', 'Internet and cable'],
  ['phone', 'Telephone'],
  ['trash', 'Sewage and waste management'],
  ['car', 'Car payment'],
  ['car loan', 'Car payment'],
  ['car repair', 'Automotive'],
  ['car rental', 'Rental cars'],
  ['gas', 'Gas'],
  ['fuel', 'Gas'],
  ['parking', 'Parking'],
  ['toll', 'Tolls'],
  ['taxi', 'Taxis and ride shares'],
  ['ride share', 'Taxis and ride shares'],
  ['bus', 'Public transit'],
  ['bike', 'Bikes and scooters'],
  ['flight', 'Flights'],
  ['hotel', 'Lodging'],
  ['vacation', 'Other travel', 'Travel'],
  ['groceries', 'Groceries'],
  ['grocery', 'Groceries'],
  ['supermarket', 'Groceries'],
  ['coffee', 'Coffee'],
  ['food', 'Fast food', 'Food and drink'],
  ['fast food', 'Fast food'],
  ['takeout', 'Fast food'],
  ['restaurant', 'Restaurant'],
  ['restaurants', 'Restaurant'],
  ['eating out', 'Restaurant'],
  ['alcohol', 'Beer, wine and liquor'],
  ['bar', 'Beer, wine and liquor'],
  ['snacks', 'Vending machines'],
  ['clothes', 'Clothing and accessories'],
  ['shoes', 'Clothing and accessories'],
  ['shopping', 'Other general merchandise', 'General merchandise'],
  ['books', 'Bookstores and newsstands'],
  ['gifts', 'Gifts and novelties'],
  ['flowers', 'Gifts and novelties'],
  ['toys', 'Other general merchandise'],
  ['pet', 'Pet supplies'],
  ['pets', 'Pet supplies'],
  ['dog', 'Pet supplies'],
  ['computer', 'Electronics'],
  ['cigarettes', 'Tobacco and vape'],
  ['furniture', 'Furniture'],
  ['repair', 'Repair and maintenance'],
  ['plumber', 'Repair and maintenance'],
  ['tools', 'Hardware'],
  ['music', 'Music and audio'],
  ['games', 'Video games'],
  ['movies', 'TV and movies'],
  ['streaming', 'TV and movies'],
  ['concert', 'Music and audio'],
  ['lottery', 'Casinos and gambling'],
  ['gym', 'Gyms and fitness centers'],
  ['hair', 'Hair and beauty'],
  ['haircut', 'Hair and beauty'],
  ['laundry', 'Laundry and dry cleaning'],
  ['doctor', 'Primary care'],
  ['dentist', 'Dental care'],
  ['glasses', 'Eye care'],
  ['pharmacy', 'Pharmacies and supplements'],
  ['hospital', 'Other medical'],
  ['health', 'Other medical', 'Medical'],
  ['vet', 'Veterinary services'],
  ['kids', 'Childcare'],
  ['childcare', 'Childcare'],
  ['school', 'Education'],
  ['insurance', 'Insurance'],
  ['lawyer', 'Consulting and legal'],
  ['accountant', 'Accounting and financial planning'],
  ['postage', 'Postage and shipping'],
  ['subscriptions', 'Other general services'],
  ['donation', 'Donations'],
  ['charity', 'Donations'],
  ['tax', 'Tax payment'],
  ['taxes', 'Tax payment'],
  ['fees', 'Other bank fees', 'Bank fees'],
  ['overdraft', 'Overdraft fees'],
  ['late fee', 'Late fees'],
  ['interest', 'Interest charge'],
  ['atm', 'ATM fees'],
  ['cash', 'Withdrawal'],
  ['credit card', 'Credit card payment'],
  ['loan', 'Personal loan payment', 'Loan payments'],
  ['personal loan', 'Personal loan payment'],
  ['student loan', 'Student loan payment'],
  ['cash advance', 'Cash advance fees', 'Cash advance payment'],
  ['transfer', 'Account transfer out', 'Transfer out'],
  ['savings', 'To savings'],
  ['investment', 'To investment and retirement funds'],
  ['crypto', 'To crypto'],
  // Only income has these words.
  ['salary', 'Wages'],
  ['wage', 'Wages'],
  ['paycheck', 'Wages'],
  ['dividend', 'Dividends'],
  ['refund', 'Tax refund'],
  ['unemployment', 'Unemployment'],
  ['pension', 'Retirement pension'],
  ['freelance', 'Contractor income'],
  ['deposit', 'Deposit'],
  ['mortgage received', 'Mortgage received'],
  ['Food and drink: Coffee', 'Coffee'],
];

test.each(
  everydayWords.map(([word, category, group]) => ({ word, category, group: group ?? category })),
)(
  '$word finds $category first, and $group where groups can be picked',
  ({ word, category, group }) => {
    expect(searchCategories(categoryChoices, word)[0]?.label).toBe(category);
    expect(searchCategories(groupedCategoryChoices, word)[0]?.label).toBe(group);
  },
);

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
      ({ label }, asTyped, recent) => {
        const [best] = searchCategories(groupedCategoryChoices, asTyped(label), recent);
        expect(best?.label).toBe(label);
      },
    ),
    { numRuns: 500 },
  );
  // Test every choice, because the random choices may miss some. Only "Other" is both a group and a category.
  for (const choice of categoryChoices)
    expect(searchCategories(categoryChoices, choice.label)[0]).toBe(choice);
  const others = groupedCategoryChoices.filter(
    (choice) => searchCategories(groupedCategoryChoices, choice.label)[0] !== choice,
  );
  expect(others.map(({ key }) => key)).toEqual(['other_other']);
});

test('every part of a label finds its category or group, ignoring case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...categoryChoices), fc.nat(), fc.nat(), (choice, from, length) => {
      const start = from % choice.label.length;
      const part = choice.label.slice(start, start + 1 + (length % choice.label.length));
      expect(searchCategories(categoryChoices, part.toLowerCase())).toContain(choice);
    }),
  );
});

test('payments and spending rank before income and loans received that match the same word', () => {
  const found = (query: string) =>
    searchCategories(categoryChoices, query).map(({ label }) => label);
  expect(found('mortgage')).toEqual(['Mortgage payment', 'Mortgage received']);
  expect(found('interest')).toEqual(['Interest charge', 'Interest earned']);
  expect(found('loan').slice(0, 5)).toEqual([
    'Personal loan payment',
    'Student loan payment',
    // By a synonym: "car loan" and "home loan".
    'Car payment',
    'Mortgage payment',
    'Other loan payment',
  ]);
});

test('among equally good matches, the most recently used ones come first', () => {
  const found = (recent: readonly string[]) =>
    searchCategories(categoryChoices, 'loan', recent)
      .slice(0, 2)
      .map(({ label }) => label);
  const labels = ['Personal loan payment', 'Student loan payment'];
  expect(found([])).toEqual(labels);
  expect(found(['loan_disbursements_student', 'loan_payments_student_loan_payment'])).toEqual(
    labels.toReversed(),
  );
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

test('no synonym equals the label of a category or group, which it would compete with', () => {
  const labels = new Set(groupedCategoryChoices.map(({ label }) => label.toLowerCase()));
  const words = Object.values(categorySynonyms).flat();
  expect(words.filter((word) => labels.has(word))).toEqual([]);
});
