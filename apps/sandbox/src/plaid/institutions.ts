import type { Institution } from 'plaid';
import { PlaidRefusal } from './errors.ts';
import { drawLogo, type LogoMark } from './logo-png.ts';
import type { Wire } from './wire.ts';

/** A bank of the sandbox. None of them exists. */
export interface SandboxInstitution {
  institution_id: string;
  name: string;
  primary_color: string;
  url: string;
  /** PNG in base64, without a prefix. */
  logo: string;
  /** What can be asked of it. */
  products: readonly SandboxProduct[];
}

/** A product of the aggregator's that there is here. */
export type SandboxProduct = 'transactions' | 'balance' | 'liabilities' | 'investments';

/** All of them. */
export const EVERYTHING: readonly SandboxProduct[] = [
  'transactions',
  'balance',
  'liabilities',
  'investments',
];
/** Of some, less is to be had, as at the real one. */
const LACKING: Readonly<Record<string, readonly SandboxProduct[]>> = {
  'Tidewater Mutual': ['investments'],
  'Old Orchard Bank': ['liabilities', 'investments'],
};

const KNOWN: readonly (readonly [name: string, color: string, mark: LogoMark])[] = [
  ['Harbor Savings', '#0f766e', 'hill'],
  ['Larkspur Bank', '#4338ca', 'diamond'],
  ['Copperfield Credit Union', '#b45309', 'ring'],
  ['Northgate Trust', '#1d4ed8', 'bars'],
  ['Juniper Federal', '#15803d', 'disc'],
  ['Meridian & Sons', '#9f1239', 'cross'],
  ['Saltmarsh Card Services', '#0369a1', 'ring'],
  ['Quillon Investments', '#6d28d9', 'bars'],
  ['Tidewater Mutual', '#0e7490', 'disc'],
  ['Old Orchard Bank', '#4d7c0f', 'hill'],
  ['Brightwell Student Lending', '#a21caf', 'cross'],
  ['Granite Peak Brokerage', '#44403c', 'diamond'],
];

/** Every institution, `ins_1` first. */
export const institutions: readonly SandboxInstitution[] = KNOWN.map(([name, color, mark], at) => ({
  institution_id: `ins_${at + 1}`,
  name,
  primary_color: color,
  url: `https://${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
  logo: drawLogo(color, mark),
  products: EVERYTHING.filter((product) => !LACKING[name]?.includes(product)),
}));

const byId = new Map(institutions.map((each) => [each.institution_id, each]));

/** The institution, or INVALID_INSTITUTION. */
export function institutionById(id: string): SandboxInstitution {
  const found = byId.get(id);
  if (found === undefined) {
    throw new PlaidRefusal('INVALID_INSTITUTION', `invalid institution_id provided: ${id}`);
  }
  return found;
}

/** Those whose name holds the text, in any case. */
export function institutionsNamed(text: string): SandboxInstitution[] {
  const wanted = text.trim().toLowerCase();
  return institutions.filter((each) => each.name.toLowerCase().includes(wanted));
}

/** An institution as it travels; colour, logo and address only where they were asked for. */
export function wireInstitution(
  each: SandboxInstitution,
  withMetadata: boolean,
): Wire<Institution> {
  return {
    institution_id: each.institution_id,
    name: each.name,
    products: [...each.products],
    country_codes: ['US'],
    routing_numbers: [],
    oauth: false,
    ...(withMetadata ? { url: each.url, primary_color: each.primary_color, logo: each.logo } : {}),
  };
}
