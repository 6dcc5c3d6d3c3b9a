import { expect, test } from 'vitest';
import { sortByName } from './sort-institutions.ts';

const linked = (institution_name: string, created_at: string) => ({
  id: `${institution_name} ${created_at}`,
  item_id: 'item',
  item_details: {
    institution_name,
    created_at,
    disambiguation_label: null,
    logo_url: null,
    color: null,
  },
});

test('institutions are sorted by name ignoring case, and items at one institution by when they were linked', () => {
  const institutions = [
    linked('Tidewater', '2026-01-01T00:00:00Z'),
    linked('harbor Savings', '2026-03-01T00:00:00Z'),
    linked('Harbor Savings', '2026-02-01T00:00:00Z'),
    linked('Tidewater', '2025-01-01T00:00:00Z'),
    linked('Émile Bank', '2026-01-01T00:00:00Z'),
  ];
  expect(sortByName(institutions).map(({ id }) => id)).toEqual([
    'Émile Bank 2026-01-01T00:00:00Z',
    'harbor Savings 2026-03-01T00:00:00Z',
    'Harbor Savings 2026-02-01T00:00:00Z',
    'Tidewater 2025-01-01T00:00:00Z',
    'Tidewater 2026-01-01T00:00:00Z',
  ]);
  expect(institutions[0]?.item_details.institution_name).toBe('Tidewater');
});
