import type { LinkedInstitution } from './institutions.api.ts';

/** Sorts by name, then by the date of linking. */
export function sortByName(institutions: readonly LinkedInstitution[]): LinkedInstitution[] {
  return institutions.toSorted(
    ({ item_details: a }, { item_details: b }) =>
      a.institution_name.localeCompare(b.institution_name) ||
      a.created_at.localeCompare(b.created_at),
  );
}
