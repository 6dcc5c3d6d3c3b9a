import { expect, oneLayout, openAs, test } from '../support/journey.ts';

test(
  'while offline a refresh reports an error, and a screen that failed to load appears once online',
  oneLayout,
  async ({ page, context, people, browserErrors }) => {
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module|did not load/);
    await openAs(people.example, page);
    const spending = page.getByRole('region', { name: 'Spending this month' });
    // The code of the charts must be loaded before the connection is lost.
    await expect(spending.getByText('By week', { exact: true })).toBeVisible();
    const message = page
      .getByRole('region', { name: 'Notifications' })
      .getByText("The sync couldn't be started");

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/^You're offline\. This data may be out of date/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(spending).toBeVisible();
    // If the toast viewport isn't loaded yet, the message appears once it is.
    await context.setOffline(false);
    await expect(message).toBeVisible();

    await context.setOffline(true);
    await page.getByRole('link', { name: 'Net worth' }).click();
    await expect(
      page.getByText("You're offline. It will load when you're back online."),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Net worth', level: 1 })).toBeVisible();
  },
);
