import type { Institution } from 'plaid';

/** How an institution presents itself. Null means not reported, or not usable. */
export interface BrandRecord {
  /** `#rrggbb` in lower case. */
  color: string | null;
  /** A PNG. */
  logo: Buffer | null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** In bytes. The aggregator's logos are 152 x 152 pixels. */
const maxLogoBytes = 100_000;

/** Maps the optional metadata of an institution. Source: Plaid API, /institutions/get_by_id. */
export function mapBrand({
  primary_color,
  logo,
}: Pick<Institution, 'primary_color' | 'logo'>): BrandRecord {
  const color = primary_color?.toLowerCase() ?? '';
  const picture = Buffer.from(logo ?? '', 'base64');
  // Only pictures are served from our origin, whatever the aggregator sends.
  const isUsable =
    picture.length <= maxLogoBytes && picture.subarray(0, pngSignature.length).equals(pngSignature);
  return { color: /^#[0-9a-f]{6}$/.test(color) ? color : null, logo: isUsable ? picture : null };
}
