import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { root } from '../command/root.mjs';
import { type LogoDesign, logoDesigns } from './logo-designs.ts';

const folder = join(root, 'packages/people/logos');
/** In pixels: the size of the aggregator's logos. */
const logoSize = 152;

type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Draws the logos of the fictional merchants and banks as PNG files. Returns their number. */
export async function drawLogos(browser: Browser): Promise<number> {
  await mkdir(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: logoSize, height: logoSize } });
  const entries = Object.entries(logoDesigns);
  for (const [website, design] of entries) {
    await page.setContent(await logoPage(design));
    await writeFile(join(folder, `${website}.png`), await page.screenshot());
  }
  await page.close();
  return entries.length;
}

async function logoPage({ icon, color, onWhite = false }: LogoDesign): Promise<string> {
  const [foreground, background] = onWhite ? [color, '#ffffff'] : ['#ffffff', color];
  const inset = logoSize * 0.2;
  const shapes = (await readIcon(icon)).map(shapeMarkup).join('');
  return `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${logoSize}" height="${logoSize}" style="display:block;background:${background}"><svg x="${inset}" y="${inset}" width="${logoSize - 2 * inset}" height="${logoSize - 2 * inset}" viewBox="0 0 24 24" fill="none" stroke="${foreground}" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg></svg></body>`;
}

async function readIcon(name: string): Promise<readonly IconNode[]> {
  const file = join(root, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`);
  // Lucide's modules export the shapes of their icon.
  const module = (await import(pathToFileURL(file).href)) as {
    __iconData: { node: readonly IconNode[] };
  };
  return module.__iconData.node;
}

function shapeMarkup([tag, { key: _key, ...attributes }]: IconNode): string {
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${text.join('')}/>`;
}
