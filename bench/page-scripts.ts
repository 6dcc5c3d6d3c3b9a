import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from '../tools/chromium.ts';
import type { BenchedServer } from './product.ts';
import type { Figure } from './report.ts';

const limits = { scripts: 115_000, fonts: 60_000 };

/** What a first visitor downloads before /login can be used: JavaScript (gzip) and fonts. */
export async function measureLoginPage(server: BenchedServer): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage();
  const loaded = { script: new Set<string>(), font: new Set<string>() };
  page.on('request', (request) => {
    const kind = request.resourceType();
    if (kind === 'script' || kind === 'font') loaded[kind].add(request.url());
  });
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await browser.close();
  const scripts = await transferred(loaded.script);
  const fonts = await transferred(loaded.font);
  return [
    size('JavaScript before /login is usable, gzip', scripts, limits.scripts),
    size('Fonts on /login', fonts, limits.fonts),
  ];
}

const size = (what: string, bytes: number, limit: number): Figure => ({
  what,
  measured: `${(bytes / 1000).toFixed(1)} kB`,
  limit: `<= ${limit / 1000} kB`,
  holds: bytes > 0 && bytes <= limit,
});

/** Bytes on the wire with gzip, which every browser takes. */
export async function transferred(urls: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const url of urls) {
    const asked = get(url, { headers: { 'accept-encoding': 'gzip' } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
  }
  return bytes;
}
