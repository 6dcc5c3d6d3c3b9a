import spriteUrl from '../../ui/category-icons.svg';

/** The stylesheet with the colors, relative to a snapshot's folder. */
const tokens = '../../../ui/tokens.css';
/** The category icons, relative to a snapshot's folder. */
const sprite = '../../../ui/category-icons.svg';

/** Rounds coordinates to 0.1 px: finer differences are invisible and vary between machines. */
const roundCoordinates = (markup: string): string =>
  markup.replace(/="[^"]*"/g, (attribute) =>
    attribute.replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(1)) || 0)),
  );

/**
 * A chart's markup as a standalone SVG file, one element per line so that diffs are readable. HTML
 * charts are embedded in an SVG.
 */
export function chartSvg(markup: string): string {
  // Excludes the icon of the table button, whose SVG is followed by text.
  const chart = /<svg\b(?![^>]*lucide).*<\/svg>(?=<)/s.exec(markup)?.[0];
  const svg = chart === undefined ? embedHtml(markup) : chart;
  const standalone = svg.replace(
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"',
  );
  const lines = roundCoordinates(standalone).replaceAll(spriteUrl, sprite).replaceAll('><', '>\n<');
  return `<?xml-stylesheet href="${tokens}" type="text/css"?>\n${lines}\n`;
}

/** Drops classes: they change often and don't affect what the chart shows. */
const embedHtml = (markup: string): string =>
  `<svg width="640" height="1200"><foreignObject width="640" height="1200">${markup
    .replace(/ class="[^"]*"/g, '')
    .replace(/^<(\w+)/, '<$1 xmlns="http://www.w3.org/1999/xhtml"')}</foreignObject></svg>`;

/** The accessible name and value of an interactive chart; null for other charts. */
export function chartDescription(markup: string): string | null {
  const attribute = (name: string) =>
    new RegExp(`${name}="([^"]*)"`).exec(markup)?.[1]?.replaceAll('&#x27;', "'");
  const value = attribute('aria-valuetext');
  return value === undefined ? null : `${attribute('aria-label')}: ${value}`;
}
