import type { BenchServer } from './bench-server.ts';
import { gzipSize, launchBrowser } from './browser.ts';
import { type Figure, sizeFigure } from './figures.ts';

/** In bytes. */
const limits = { scripts: 150_000, fonts: 60_000 };

// Runs in the page. The form is usable once its button is rendered: React attaches the handlers with it.
const observeForm = `
  window.usableAt = 0;
  const check = () => {
    const button = [...document.querySelectorAll('form button')].find((candidate) => candidate.textContent === 'Login');
    if (button && !button.disabled) window.usableAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);`;

/** Measures what a first-time visitor to /login downloads: JavaScript until the form is usable (gzip), and all fonts. */
export async function measureLoginPage(server: BenchServer): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript(observeForm);
    await page.goto(`${server.url}/login`);
    await page.waitForFunction('window.usableAt > 0');
    await page.evaluate('document.fonts.ready');
    const { scripts, fonts } = await page.evaluate<{ scripts: string[]; fonts: string[] }>(
      `(() => {
        const resources = performance.getEntriesByType('resource');
        const named = (extension) => (entry) => new URL(entry.name).pathname.endsWith(extension);
        const urls = (entries) => [...new Set(entries.map(({ name }) => name))];
        return {
          scripts: urls(resources.filter(named('.js')).filter(({ startTime }) => startTime <= usableAt)),
          fonts: urls(resources.filter(named('.woff2'))),
        };
      })()`,
    );
    return [
      sizeFigure(
        'JavaScript before /login is usable, gzip',
        await gzipSize(scripts),
        limits.scripts,
      ),
      sizeFigure('Fonts on /login', await gzipSize(fonts), limits.fonts),
    ];
  } finally {
    await browser.close();
  }
}
