import { expectAccessible, horizontalOverflow } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { personWithWorkedExample } from '../support/shared-people.ts';

test('several transactions get a category and a tag at once, and one undo reverts each change', async ({
  page,
  isWide,
}) => {
  const person = await personWithWorkedExample();
  await openAs(person, page, '/transactions');
  if (!isWide) await page.setViewportSize({ width: 320, height: 640 });
  const select = page.getByRole('button', { name: 'Select', exact: true });
  const rows = page.getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Selected transactions' });
  const list = async () => {
    const { transactions } = await person.api.request('POST /user/transactions/v2', { body: {} });
    return transactions.map(({ id, effective_category, tags }) => ({
      id,
      effective_category,
      tags,
    }));
  };
  const before = await list();
  await select.click();
  await rows.nth(0).click();
  await rows.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await expectAccessible(page, 'the list with selected rows');
  expect(await horizontalOverflow(page)).toBe(0);
  await bar.getByRole('button', { name: 'Category' }).click();
  const search = page.getByRole('combobox', { name: 'Search categories...' });
  await search.fill('coffee');
  await search.press('Enter');
  await expect(page.getByText('Changed 3 transactions')).toBeVisible();
  await expect(rows).toHaveCount(0);
  expect((await list()).filter((row) => row.effective_category.endsWith('_coffee'))).toHaveLength(
    3 + before.slice(3).filter((row) => row.effective_category.endsWith('_coffee')).length,
  );
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Change undone')).toBeVisible();
  expect(await list()).toEqual(before);

  await select.click();
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Add tags' }).click();
  const tags = page.getByRole('dialog', { name: 'Add tags' });
  await tags.getByRole('combobox').fill('Tax');
  await tags.getByRole('option', { name: 'Create “Tax”' }).click();
  await expect(tags.getByRole('option', { name: 'Tax', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page, 'the tags of several transactions', '[role=dialog]');
  await tags.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Changed \d+ transactions$/)).toBeVisible();
  expect((await list()).every((row) => row.tags.length === 1)).toBe(true);
  await page.reload();
  await page.goto('/profile#changes');
  const changes = page.locator('#changes');
  await changes.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByText('Change undone')).toBeVisible();
  expect(await list()).toEqual(before);
});
