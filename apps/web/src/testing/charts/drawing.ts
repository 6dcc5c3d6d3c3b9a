/** Where the colours are, from the folder of a picture. */
const tokens = '../../../ui/tokens.css';

/** Coordinates to a tenth of a px: finer is for no eye, and differs between machines. Texts stay as they are. */
const rounded = (markup: string): string =>
  markup.replace(/="[^"]*"/g, (attribute) =>
    attribute.replace(/-?\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(1)) || 0)),
  );

/**
 * What a chart's markup draws as a picture of its own, one element a line, so that a change of it can be
 * read as well as seen. Bars that are no SVG are kept inside one.
 */
export function svgOf(markup: string): string {
  // The last one ends where no text follows: after it comes the icon of the button for the table.
  const found = /<svg\b(?![^>]*lucide).*<\/svg>(?=<)/s.exec(markup)?.[0];
  const svg = found === undefined ? asPicture(markup) : found;
  const named = svg.replace(
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"',
  );
  const lines = rounded(named).replaceAll('><', '>\n<');
  return `<?xml-stylesheet href="${tokens}" type="text/css"?>\n${lines}\n`;
}

/** Its classes say how it looks and nothing of what it draws. */
const asPicture = (markup: string): string =>
  `<svg width="640" height="1200"><foreignObject width="640" height="1200">${markup
    .replace(/ class="[^"]*"/g, '')
    .replace(/^<(\w+)/, '<$1 xmlns="http://www.w3.org/1999/xhtml"')}</foreignObject></svg>`;

/** What a chart that is gone through with the keys tells of itself and of its place; null of others. */
export function wordsOf(markup: string): string | null {
  const text = (name: string) =>
    new RegExp(`${name}="([^"]*)"`).exec(markup)?.[1]?.replaceAll('&#x27;', "'");
  const place = text('aria-valuetext');
  return place === undefined ? null : `${text('aria-label')}: ${place}`;
}
