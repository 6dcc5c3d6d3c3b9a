import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addsToMerchant } from './bank-text.ts';

describe("a bank's text repeats the merchant's name", () => {
  test.each([
    ['Harbor Bean', 'Harbor Bean', 'word for word'],
    ['HARBOR BEAN', 'Harbor Bean', 'in capitals'],
    ['HARBORBEAN', 'Harbor Bean', 'without spaces'],
    ['Thistle and Rye', 'Thistle and Rye Market', 'in fewer words'],
    ['Oakwater Co-op', 'Oakwater Coop', 'with a hyphen'],
    ['MABEL S KITCHEN', "Mabel's Kitchen", 'with a space in place of its apostrophe'],
    ['CAFE LUNA', 'Café Luna', 'without its accents'],
    ['MORNING LEDGER COFF', 'Morning Ledger Coffee', 'truncated'],
    ['HARBOR BEAN #1042', 'Harbor Bean', 'with a store number'],
    ['HARBOR BEAN 0042 X93', 'Harbor Bean', 'with a reference number'],
    ['SQ *HARBOR BEAN', 'Harbor Bean', "after a terminal's prefix"],
    ['WEB*TUNEWELL TUNEWELL.COM', 'Tunewell', 'with its website'],
    ['POS DEBIT CARD PURCHASE HARBOR BEAN LLC', 'Harbor Bean', 'among filler words'],
    ['7-ELEVEN', '7-Eleven', 'with a number in its name'],
    ['', 'Harbor Bean', 'because it is empty'],
    ['Transfer to Savings', null, 'because it is shown instead of a missing name'],
    ['Transfer to Savings', '', 'because it is shown instead of an empty name'],
    ['', null, 'because both are missing'],
  ])('%j for %j: %3$s', (text, merchant, _reason) => {
    expect(addsToMerchant(text, merchant)).toBe(false);
  });
});

describe("a bank's text adds to the merchant's name", () => {
  test.each([
    ['HARBOR BEAN AIRPORT', 'Harbor Bean', 'a place'],
    ['PAYPAL *HARBOR BEAN', 'Harbor Bean', 'how it was paid'],
    ['HOPALONG RIDES TIP', 'Hopalong Rides', 'what it was for'],
    ['Interest Payment', 'Harbor Savings', 'something else entirely'],
    ['AMAZON PRIME', 'Amazon', 'a service'],
    ['Harbor Bean Refund', 'Harbor Bean', 'that it is a refund'],
    ['スターバックス 渋谷店', 'スターバックス', 'a branch, in any script'],
  ])('%j for %j: %3$s', (text, merchant, _reason) => {
    expect(addsToMerchant(text, merchant)).toBe(true);
  });
});

describe('for any texts', () => {
  const text = fc.string({ unit: 'grapheme' });

  test("a merchant's own name adds nothing to it, with or without a store number", () => {
    fc.assert(
      fc.property(text, fc.nat(), (name, store) => {
        expect(addsToMerchant(name, name)).toBe(false);
        expect(addsToMerchant(`${name} #${store}`, name)).toBe(false);
      }),
    );
  });

  test('a new word adds something to any merchant with a name', () => {
    fc.assert(
      fc.property(text, (name) => {
        const decomposed = name.normalize('NFKD');
        fc.pre(/[\p{L}\p{N}]/u.test(decomposed) && !/q/i.test(decomposed));
        expect(addsToMerchant(`${name} qqqq`, name)).toBe(true);
      }),
    );
  });
});
