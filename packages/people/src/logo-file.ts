/**
 * The file with the logo of a fictional merchant or bank: a square PNG. Not every website has one.
 * `npm run pictures -- logos` draws them.
 */
export const logoFile = (website: string): URL =>
  new URL(`../logos/${encodeURIComponent(website)}.png`, import.meta.url);
