import { formatDay, formatMoney } from '../../apps/web/src/platform/formats.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, openAs, test } from './journey.ts';

const zone = { headers: { 'x-time-zone': 'UTC' } };

test('the net worth is its assets less its debts, over time and account by account', async ({
  page,
  people,
}) => {
  const { api } = people.household;
  const historyOf = (range: string) =>
    api.reply('GET /user/networth/history', { query: { range }, ...zone });
  await openAs(people.household, page, '/networth');
  const card = page.getByRole('region', { name: 'Net worth over time' });
  const chart = page.getByRole('slider', { name: 'Net worth over time' });
  const year = await historyOf('1Y');
  const now = year.points.at(-1);
  for (const amount of [now?.net, now?.assets, now?.debts])
    await expect(card.getByText(formatMoney(amount ?? 0), { exact: true }).first()).toBeVisible();
  await expect(chart).toHaveAttribute('aria-valuemax', String(year.points.length));

  await page.getByText('1M', { exact: true }).click();
  await expect(page).toHaveURL('/networth?range=1M');
  const { points } = await historyOf('1M');
  await expect(chart).toHaveAttribute('aria-valuemax', String(points.length));
  // Two points are picked with the keyboard: the first of the range, and the one eight days on.
  await chart.focus();
  for (const key of ['Home', 'Enter', 'PageUp', 'ArrowRight', 'Enter']) await chart.press(key);
  const [from, to] = [points[0], points[8]];
  const change = (Math.round((to?.net ?? 0) * 100) - Math.round((from?.net ?? 0) * 100)) / 100;
  const changed = card.getByRole('region', { name: 'What changed most' });
  await expect(changed).toContainText(
    `${formatDay(from?.date ?? '', 'medium', 'en-US')} to ${formatDay(to?.date ?? '', 'medium', 'en-US')}: ${change > 0 ? '+' : ''}${formatMoney(change)}`,
  );
  await test.step('a day that is over opens its balances, and a change what it is made of', async () => {
    const proof = page.getByRole('dialog');
    const opened = async (link: string, title: string, words: string) => {
      await changed.getByRole('link', { name: link, exact: true }).first().click();
      await expect(proof.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(proof).toContainText(words);
      await page.goBack();
      await expect(proof).toBeHidden();
    };
    const first = formatDay(from?.date ?? '', 'medium', 'en-US');
    await opened(formatMoney(from?.net ?? 0), 'Net worth', `At the end of ${first}`);
    const sum = `${change > 0 ? '+' : ''}${formatMoney(change)}`;
    await opened(sum, 'Change of the net worth', `From the end of ${first}`);
    // The first of what changed most: its name leads to the account, its amount to what posted.
    const most = changed.getByRole('listitem').first().getByRole('link').last();
    await opened(
      (await most.textContent()) ?? '',
      'Change of the net worth',
      'What posted in between',
    );
  });
  await changed.getByRole('button', { name: 'Compare the whole range' }).click();
  await card.getByRole('button', { name: /^Show as table/ }).click();
  await expect(card.getByRole('table')).toContainText(formatMoney(from?.net ?? 0));
  const group = card.getByRole('columnheader', { name: 'Savings' });
  await expect(group).toBeAttached();

  const savings = page.getByRole('button', { name: /^Savings/ });
  const account = page
    .getByRole('region', { name: 'Assets' })
    .getByRole('link', { name: /^Rainy Day Savings/ });
  await expect(account).toBeVisible();
  await savings.click();
  await expect(account).toBeHidden();
  await page.reload();
  await expect(savings).toBeVisible();
  await expect(account).toBeHidden();
  await savings.click();
  await expectAccessible(page, 'the net worth');
  await account.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rainy Day Savings');
});
