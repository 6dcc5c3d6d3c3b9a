import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { logoFile } from '@cairn/people/logo-file';
import type { BrandRecord } from '../../providers/plaid/map-brand.ts';
import type { DemoInstitution } from './demo-institutions.ts';

/** Reads the color and logo of a demo institution. Not every website has a logo. */
export async function readDemoBrand({
  color,
  website,
}: Pick<DemoInstitution, 'color' | 'website'>): Promise<BrandRecord> {
  const file = logoFile(website);
  return { color, logo: existsSync(file) ? await readFile(file) : null };
}
