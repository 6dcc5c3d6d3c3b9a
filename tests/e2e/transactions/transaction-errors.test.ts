import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../../support/requests/read-csv.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { paidPerson } from '../support/person.ts';
import { transactionRows } from './transaction-rows.ts';

/** Records pop-ups and violations of the content security policy. Returns a function that lists them. */
async function watchForViolations(page: Page): Promise<() => Promise<unknown>> {
  const popups: string[] = [];
  page.on('dialog', (dialog) => {
    popups.push(dialog.message());
    return dialog.dismiss();
  });
  await page.addInitScript({
    content: `
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.violatedDirective + ' ' + event.blockedURI));
    `,
  });
  return async () => [...popups, ...(await page.evaluate<string[]>('violations'))];
}

test(
  'names with scripts or formulas are plain text on every screen and in the CSV file',
  oneLayout,
  async ({ page, isWide, browserErrors }) => {
    browserErrors.allow(/404 .*\/user\/transaction\?tx_id=/);
    const person = await paidPerson();
    await person.api.linkBank({ username: 'user_odd', password: 'pass_odd' });
    const violations = await watchForViolations(page);
    await openAs(person, page, '/transactions?search=script');
    const dialog = page.getByRole('dialog');
    const rows = transactionRows(page, isWide);
    const script = rows.filter({ hasText: '<script>alert(1)</script>' }).first();
    await script.getByRole('button').click();
    await expect(dialog).toContainText('<SCRIPT>ALERT(1)</SCRIPT>');
    await dialog.getByRole('link', { name: /HISTORY|SUBSCRIPTION/ }).click();
    await expect(page.getByRole('heading', { name: '<script>alert(1)</script>' })).toBeVisible();
    expect(await violations()).toEqual([]);

    await page.goto('/transactions');
    await expect(rows).toHaveCount(50);
    await page.getByRole('combobox', { name: 'Accounts' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await violations()).toEqual([]);
    for (const path of [
      '/',
      '/transactions?search=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E',
      '/transactions?category=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E',
      '/transaction/cat/%3Cimg%20src=x%20onerror=alert(1)%3E',
      '/transaction/cat/javascript:alert(1)',
      '/transactions?tx=%3Cscript%3Ealert(1)%3C/script%3E',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(await violations(), path).toEqual([]);
    }

    await page.goto('/transactions');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const cells = readCsv(await readFile(await (await saved).path(), 'utf8'))
      .slice(1)
      .flat();
    expect(cells).toContain("'=1+1");
    expect(cells).toContain('<script>alert(1)</script>');
    const formulas = cells.filter(
      (cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)),
    );
    expect(formulas).toEqual([]);
    expect(await violations()).toEqual([]);
  },
);

test(
  'recent transactions that fail to load leave the rest of the dashboard intact',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/503 .*\/transactions\/recent/);
    await page.route('**/api/user/transactions/recent', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('Recent transactions could not be loaded'),
    );
    await openAs(people.household, page);
    await logged;
    const panel = page.getByRole('region', { name: 'RECENT TRANSACTIONS' });
    await expect(panel.getByText('No recent transactions.')).toBeVisible();
    await expect(panel.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Spending this month' })).toBeVisible();
    await panel.getByRole('link', { name: 'Show more transactions' }).click();
    await expect(page).toHaveURL('/transactions');
  },
);

test(
  'the rows stay visible if the totals or the next page fail to load',
  oneLayout,
  async ({ page, people, isWide, browserErrors }) => {
    await openAs(people.household, page, '/transactions');
    const rows = transactionRows(page, isWide);
    await expect(rows).toHaveCount(50);
    browserErrors.allow(/503 .*\/transactions\/(v2|summary)/);
    await page.route('**/api/user/transactions/v2', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    const more = page.getByRole('button', { name: 'Load More' });
    await more.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText("More transactions couldn't be loaded.");
    await expect(rows).toHaveCount(50);
    // The error shows at the button, far below the first row.
    await expect(alert).toBeInViewport();
    await page.unroute('**/api/user/transactions/v2');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(rows).toHaveCount(100);
    await expect(alert).toBeHidden();

    await page.route('**/api/user/transactions/summary', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    await page.goto('/transactions?range=this_year');
    await expect(page.getByText("Totals couldn't be loaded.")).toBeVisible();
    await expect(rows).toHaveCount(50);
    await page.unroute('**/api/user/transactions/summary');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/^[\d,]+ transactions$/)).toBeVisible();
  },
);
