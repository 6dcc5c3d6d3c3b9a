import { expect, test } from 'vitest';
import { toldOf } from './told-accounts.ts';

test('the institution and accounts of a finished flow are parsed', () => {
  expect(
    toldOf({
      institution: { institution_id: 'ins_1', name: 'Harbor Savings' },
      accounts: [
        { id: 'a', name: 'Everyday', mask: '1000', type: 'depository', subtype: 'checking' },
        { id: 'b', name: 'Cash', mask: null, type: 'other', subtype: null },
      ],
      link_session_id: 'session',
    }),
  ).toEqual({
    institution: 'ins_1',
    accounts: [
      { name: 'Everyday', mask: '1000', subtype: 'checking' },
      { name: 'Cash', mask: null, subtype: null },
    ],
  });
});

test('metadata without an institution or accounts is parsed as null', () => {
  expect(toldOf({})).toBeNull();
  expect(toldOf({ institution: null, accounts: [] })).toBeNull();
  expect(toldOf({ institution: { institution_id: 'ins_1' } })).toBeNull();
});
