import type { Institution } from 'plaid';
import { PlaidApiError } from '../calls/errors.ts';
import type { Wire } from '../calls/wire.ts';
import { readLogo } from './logos.ts';

/** A made-up institution of the sandbox. */
export interface SandboxInstitution {
  institution_id: string;
  name: string;
  primary_color: string;
  url: string;
  /** A base64-encoded PNG, without the `data:` prefix. */
  logo: string;
  /** Supported products. */
  products: readonly SandboxProduct[];
}

/** A product of the aggregator that the sandbox supports. */
export type SandboxProduct = 'transactions' | 'balance' | 'liabilities' | 'investments';

/** All supported products. */
export const ALL_PRODUCTS: readonly SandboxProduct[] = [
  'transactions',
  'balance',
  'liabilities',
  'investments',
];
/** Products that some institutions lack, as at the real aggregator. */
const UNSUPPORTED: Readonly<Record<string, readonly SandboxProduct[]>> = {
  'Tidewater Mutual': ['investments'],
  'Old Orchard Bank': ['liabilities', 'investments'],
};

const INSTITUTIONS: readonly (readonly [name: string, color: string])[] = [
  ['Harbor Savings', '#0f766e'],
  ['Larkspur Bank', '#4338ca'],
  ['Copperfield Credit Union', '#b45309'],
  ['Northgate Trust', '#1d4ed8'],
  ['Juniper Federal', '#15803d'],
  ['Meridian & Sons', '#9f1239'],
  ['Saltmarsh Card Services', '#0369a1'],
  ['Quillon Investments', '#6d28d9'],
  ['Tidewater Mutual', '#0e7490'],
  ['Old Orchard Bank', '#4d7c0f'],
  ['Brightwell Student Lending', '#a21caf'],
  ['Granite Peak Brokerage', '#44403c'],
];

/** Every institution, `ins_1` first. */
export const institutions: readonly SandboxInstitution[] = INSTITUTIONS.map(
  ([name, color], index) => {
    const website = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
    return {
      institution_id: `ins_${index + 1}`,
      name,
      primary_color: color,
      url: `https://${website}`,
      logo: readLogo(website)?.toString('base64') ?? '',
      products: ALL_PRODUCTS.filter((product) => !UNSUPPORTED[name]?.includes(product)),
    };
  },
);

const byId = new Map(institutions.map((institution) => [institution.institution_id, institution]));

/** Returns the institution. Throws INVALID_INSTITUTION. */
export function institutionById(id: string): SandboxInstitution {
  const institution = byId.get(id);
  if (institution === undefined) {
    throw new PlaidApiError('INVALID_INSTITUTION', `invalid institution_id provided: ${id}`);
  }
  return institution;
}

/** Returns the institutions whose name contains the text, ignoring case. */
export function searchInstitutions(text: string): SandboxInstitution[] {
  const query = text.trim().toLowerCase();
  return institutions.filter((institution) => institution.name.toLowerCase().includes(query));
}

/** Returns an institution in wire format. Color, logo, and URL are included on request. */
export function wireInstitution(
  institution: SandboxInstitution,
  withMetadata: boolean,
): Wire<Institution> {
  return {
    institution_id: institution.institution_id,
    name: institution.name,
    products: [...institution.products],
    country_codes: ['US'],
    routing_numbers: [],
    oauth: false,
    ...(withMetadata
      ? { url: institution.url, primary_color: institution.primary_color, logo: institution.logo }
      : {}),
  };
}
