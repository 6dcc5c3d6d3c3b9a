import { expect, openAs, test } from './journey.ts';

test('a free person looks around in demo mode and comes back to where they were', async ({
  page,
  people,
}) => {
  await openAs(people.free, page);
  await page.getByRole('button', { name: 'Demo Mode' }).click();
  const banner = page.getByText('DEMO MODE - NOT REAL FINANCIAL DATA', { exact: true });
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
  const recent = page.getByRole('table', { name: 'Recent transactions' });
  await expect(recent.getByRole('row')).toHaveCount(11);

  await page.reload();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const modal = page.getByRole('dialog', { name: 'Upgrade your account for all features' });
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();

  await recent.getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: /change the category/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upgrade Account' })).toBeVisible();
});

test("demo mode shows another person's money, and leaves one's own as it was", async ({
  page,
  people,
}) => {
  await openAs(people.example, page);
  const own = page.getByRole('region', { name: 'Accounts' }).getByText(/^Daily Card/);
  await expect(own).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('switch', { name: 'DEMO MODE' }).click();
  await expect(settings).toBeHidden();
  await expect(page.getByRole('link', { name: 'Cairn Demo', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByText('Mortgages')).toBeVisible();
  await expect(own).toBeHidden();
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(own).toBeVisible();
  await expect(page.getByText('$1,710.60').first()).toBeVisible();
});
