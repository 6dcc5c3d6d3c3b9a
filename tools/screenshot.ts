import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from './chromium.ts';
import { root } from './command/root.mjs';
import { SampleUser } from './product/sample-user.ts';
import { withThrowawayProduct } from './product/throwaway-product.ts';

const usage = `Usage: npm run screenshot -- [--help]

Updates the README's screenshot, docs/dashboard.png: the dashboard of a new user who linked user_good.
Starts Cairn with temporary data. Needs Chromium (set CHROMIUM_PATH if it is not found).`;

const screenshotFile = join(root, 'docs/dashboard.png');

async function takeScreenshot(app: string, token: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1000 },
    deviceScaleFactor: 1,
  });
  await page.addInitScript((value) => localStorage.setItem('jwt_token', value), token);
  await page.goto(app);
  await page.getByRole('table', { name: 'Recent transactions' }).waitFor();
  await page.getByRole('slider', { name: /^Spending by week/ }).waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: screenshotFile, animations: 'disabled' });
  await browser.close();
}

const args = process.argv.slice(2);
if (args.length > 0) {
  const isHelp = args.every((arg) => arg === '--help' || arg === '-h');
  console[isHelp ? 'log' : 'error'](usage);
  process.exit(isHelp ? 0 : 2);
}

await withThrowawayProduct(async (urls) => {
  const user = await SampleUser.signUp(urls);
  await user.pay();
  await user.linkBank({ username: 'user_good', password: 'pass_good' });
  await takeScreenshot(urls.app, user.token);
  console.log(`Wrote ${screenshotFile}`);
});
