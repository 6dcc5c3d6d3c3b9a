import { parseArgs } from 'node:util';

/** The states of a screen in which pictures are taken. */
export const galleryStates = [
  'full',
  'empty',
  'one-item',
  'long-names',
  'loading',
  'error',
  'demo',
  'free',
] as const;
export type GalleryState = (typeof galleryStates)[number];

export const galleryWidths = [1440, 768, 390, 320] as const;
export const galleryThemes = ['light', 'dark'] as const;
export type GalleryTheme = (typeof galleryThemes)[number];

/** Which pictures to take. */
export interface GalleryOptions {
  /** Names of screens. Empty for all. */
  screens: string[];
  states: GalleryState[];
  widths: number[];
  themes: GalleryTheme[];
  /** Whether each picture is checked for accessibility. */
  checksAccessibility: boolean;
}

/** Parses the arguments of `npm run gallery`. Throws an error with a clear message if one is invalid. */
export function parseGalleryOptions(args: readonly string[]): GalleryOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      screens: { type: 'string' },
      states: { type: 'string' },
      widths: { type: 'string' },
      themes: { type: 'string' },
      'no-axe': { type: 'boolean' },
    },
  });
  const widths = readList('widths', values.widths, galleryWidths.map(String));
  return {
    screens: values.screens?.split(',') ?? [],
    states: readList('states', values.states, galleryStates),
    widths: widths.map(Number),
    themes: readList('themes', values.themes, galleryThemes),
    checksAccessibility: values['no-axe'] !== true,
  };
}

/** Reads a list separated by commas. Returns all known values if the option is missing. */
function readList<T extends string>(
  option: string,
  value: string | undefined,
  known: readonly T[],
): T[] {
  if (value === undefined) return [...known];
  const requested = value.split(',');
  const unknown = requested.find((name) => !known.some((knownName) => knownName === name));
  if (unknown !== undefined)
    throw new Error(`--${option}: '${unknown}' is not one of ${known.join(', ')}`);
  return known.filter((name) => requested.includes(name));
}
