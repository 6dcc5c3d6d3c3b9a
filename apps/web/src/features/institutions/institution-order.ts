import type { LinkedInstitution } from './institutions.api.ts';

/** Institutions by name, the one linked first before its namesakes. */
export function byName(institutions: readonly LinkedInstitution[]): LinkedInstitution[] {
  return institutions.toSorted(
    ({ item_details: a }, { item_details: b }) =>
      a.institution_name.localeCompare(b.institution_name) ||
      a.created_at.localeCompare(b.created_at),
  );
}
