import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../support/read-csv.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { paidPerson } from './person.ts';
import { transactionRows } from './transaction-rows.ts';

/** What a page complained of: pop-ups, scripts that ran, breaches of its own policy. */
async function watchFor(page: Page): Promise<() => Promise<unknown>> {
  const popups: string[] = [];
  page.on('dialog', (dialog) => {
    popups.push(dialog.message());
    return dialog.dismiss();
  });
  await page.addInitScript({
    content: `
      globalThis.breaches = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        breaches.push(event.violatedDirective + ' ' + event.blockedURI));
    `,
  });
  return async () => [...popups, ...(await page.evaluate<string[]>('breaches'))];
}

test(
  'names that are scripts, formulas and worse are nothing but text, on every screen and in the file',
  oneLayout,
  async ({ page, wide, trouble }) => {
    trouble.expect(/404 .*\/user\/transaction\?tx_id=/);
    const person = await paidPerson();
    await person.api.link({ username: 'user_odd', password: 'pass_odd' });
    const complaints = await watchFor(page);
    await openAs(person, page, '/transactions?search=script');
    const dialog = page.getByRole('dialog');
    const rows = transactionRows(page, wide);
    const script = rows.filter({ hasText: '<script>alert(1)</script>' }).first();
    await script.getByRole('button').click();
    await expect(dialog).toContainText('<SCRIPT>ALERT(1)</SCRIPT>');
    await dialog.getByRole('link', { name: /HISTORY|SUBSCRIPTION/ }).click();
    await expect(page.getByRole('heading', { name: '<script>alert(1)</script>' })).toBeVisible();
    expect(await complaints()).toEqual([]);

    await page.goto('/transactions');
    await expect(rows).toHaveCount(50);
    await page.getByRole('combobox', { name: 'Accounts' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await complaints()).toEqual([]);
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
      expect(await complaints(), path).toEqual([]);
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
    expect(await complaints()).toEqual([]);
  },
);

test(
  'recent transactions that fail leave an empty panel, and the rest of the dashboard as it is',
  oneLayout,
  async ({ page, people, trouble }) => {
    trouble.expect(/503 .*\/transactions\/recent/);
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
  'a category that cannot be sent says why as it is, and sums and more rows that fail leave the list',
  oneLayout,
  async ({ page, people, wide, trouble }) => {
    await openAs(people.household, page, '/transactions');
    const rows = transactionRows(page, wide);
    await expect(rows).toHaveCount(50);
    trouble.expect(/ERR_FAILED.*updatecategory/);
    await page.route('**/api/user/tx/updatecategory', (route) => route.abort());
    await rows.first().getByRole('button').click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: /change the category/ }).click();
    const picker = page.getByRole('dialog', { name: 'Category' });
    await picker.getByRole('option', { name: /^Rent/ }).first().click();
    await expect(picker.getByRole('alert')).toHaveText(
      "Couldn't reach Cairn. Check your connection and try again.",
    );
    await picker.getByRole('button', { name: 'cancel' }).click();
    await expect(picker).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    trouble.expect(/503 .*\/transactions\/(v2|summary)/);
    await page.route('**/api/user/transactions/v2', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    const more = page.getByRole('button', { name: 'Load More' });
    await more.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('More transactions could not be loaded.');
    await expect(rows).toHaveCount(50);
    // It is said where the press was, which is far below the first row.
    await expect(alert).toBeInViewport();
    await page.unroute('**/api/user/transactions/v2');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(rows).toHaveCount(100);
    await expect(alert).toBeHidden();

    await page.route('**/api/user/transactions/summary', (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    await page.goto('/transactions?range=this_year');
    await expect(page.getByText('The sums could not be loaded.')).toBeVisible();
    await expect(rows).toHaveCount(50);
    await page.unroute('**/api/user/transactions/summary');
    await page.getByRole('button', { name: 'Add up again' }).click();
    await expect(page.getByText(/^[\d,]+ transactions$/)).toBeVisible();
  },
);
