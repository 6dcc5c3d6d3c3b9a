import { expect, test } from 'vitest';
import { toldOf } from './told-accounts.ts';

test('the accounts of a finished flow are told as the script names them', () => {
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

test('a flow that tells of no bank or no accounts asks nothing', () => {
  expect(toldOf({})).toBeNull();
  expect(toldOf({ institution: null, accounts: [] })).toBeNull();
  expect(toldOf({ institution: { institution_id: 'ins_1' } })).toBeNull();
});
