import { readFile } from 'node:fs/promises';
import { logoFile } from '@cairn/people/logo-file';

/** The logo of a demo merchant. */
export interface DemoLogo {
  readonly url: string;
  /** A PNG. */
  readonly picture: Buffer;
}

/** Returns the logo URL of a demo merchant's transactions. It identifies the picture and is never fetched. */
export const demoLogoUrl = (website: string): string => `https://${website}/logo.png`;

/** Reads the pictures of logo URLs. */
export const readDemoLogos = (urls: readonly string[]): Promise<DemoLogo[]> =>
  Promise.all(
    urls.map(async (url) => ({ url, picture: await readFile(logoFile(new URL(url).hostname)) })),
  );
