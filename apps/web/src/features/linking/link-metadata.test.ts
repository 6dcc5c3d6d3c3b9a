import { expect, test } from 'vitest';
import { parseLinkMetadata } from './link-metadata.ts';

test('the institution and accounts of a finished flow are parsed', () => {
  expect(
    parseLinkMetadata({
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
  expect(parseLinkMetadata({})).toBeNull();
  expect(parseLinkMetadata({ institution: null, accounts: [] })).toBeNull();
  expect(parseLinkMetadata({ institution: { institution_id: 'ins_1' } })).toBeNull();
});
