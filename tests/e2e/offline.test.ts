import { expect, oneLayout, openAs, test } from './journey.ts';

test(
  'without a network a refresh says so, and a screen that could not come comes by itself',
  oneLayout,
  async ({ page, context, people, trouble }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported module|did not load/);
    await openAs(people.example, page);
    const spending = page.getByRole('region', { name: 'Spending this month' });
    await expect(spending).toBeVisible();
    const message = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('The sync could not be started');

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/^You are offline\. What you see may be old/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(spending).toBeVisible();
    // What draws the message may not be there yet: then it is told when it can be.
    await context.setOffline(false);
    await expect(message).toBeVisible();

    await context.setOffline(true);
    await page.getByRole('link', { name: 'Net worth' }).click();
    await expect(page.getByText('You are offline. It is loaded when you are back.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Net worth', level: 1 })).toBeVisible();
  },
);
