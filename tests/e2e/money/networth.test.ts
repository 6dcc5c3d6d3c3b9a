import { formatDay, formatMoney } from '../../../apps/web/src/platform/formats/formats.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';

const utc = { headers: { 'x-time-zone': 'UTC' } };

test('net worth is shown over time, by group, and by account', async ({ page, people }) => {
  const { api } = people.household;
  const historyOf = (range: string) =>
    api.request('GET /user/networth/history', { query: { range }, ...utc });
  await openAs(people.household, page, '/networth');
  const card = page.getByRole('region', { name: 'Net worth over time' });
  const chart = page.getByRole('slider', { name: 'Net worth over time' });
  const year = await historyOf('1Y');
  const latest = year.points.at(-1);
  for (const amount of [latest?.net, latest?.assets, latest?.debts])
    await expect(card.getByText(formatMoney(amount ?? 0), { exact: true }).first()).toBeVisible();
  await expect(chart).toHaveAttribute('aria-valuemax', String(year.points.length));

  await page.getByText('1M', { exact: true }).click();
  await expect(page).toHaveURL('/networth?range=1M');
  const { points } = await historyOf('1M');
  await expect(chart).toHaveAttribute('aria-valuemax', String(points.length));
  // Selects two points by keyboard: the first of the range, and the one eight days later.
  await chart.focus();
  for (const key of ['Home', 'Enter', 'PageUp', 'ArrowRight', 'Enter']) await chart.press(key);
  const [from, to] = [points[0], points[8]];
  const change = (Math.round((to?.net ?? 0) * 100) - Math.round((from?.net ?? 0) * 100)) / 100;
  const changes = card.getByRole('region', { name: 'Biggest changes' });
  await expect(changes).toContainText(
    `${formatDay(from?.date ?? '', 'medium', 'en-US')} to ${formatDay(to?.date ?? '', 'medium', 'en-US')}: ${change > 0 ? '+' : ''}${formatMoney(change)}`,
  );
  await test.step('a past day opens its balances, and a change opens its proof', async () => {
    const proof = page.getByRole('dialog');
    const expectProof = async (link: string, title: string, text: string) => {
      await changes.getByRole('link', { name: link, exact: true }).first().click();
      await expect(proof.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(proof).toContainText(text);
      await page.goBack();
      await expect(proof).toBeHidden();
    };
    const first = formatDay(from?.date ?? '', 'medium', 'en-US');
    await expectProof(formatMoney(from?.net ?? 0), 'Net worth', `At the end of ${first}`);
    const sum = `${change > 0 ? '+' : ''}${formatMoney(change)}`;
    await expectProof(sum, 'Net worth change', `From the end of ${first}`);
    // The biggest change: its amount opens the transactions that posted.
    const biggest = changes.getByRole('listitem').first().getByRole('link').last();
    await expectProof(
      (await biggest.textContent()) ?? '',
      'Net worth change',
      'Posted transactions',
    );
  });
  await changes.getByRole('button', { name: 'Compare entire range' }).click();
  await test.step('estimates are labeled as such and can be left out', async () => {
    await chart.focus();
    await chart.press('Home');
    await expect(chart).toHaveAttribute('aria-valuetext', /Estimated: .*Joint Brokerage/);
    const knownOnly = card.getByRole('switch', { name: 'Known only' });
    await knownOnly.click();
    await expect(page).toHaveURL('/networth?range=1M&known=only');
    await chart.focus();
    await chart.press('End');
    await expect(chart).toHaveAttribute('aria-valuetext', /Known from here on: .*Joint Brokerage/);
    await expect(changes).toContainText("Left out, because they aren't known on both days");
    await changes.getByRole('link').nth(1).click();
    const proof = page.getByRole('dialog');
    await expect(proof).toContainText('Estimated on that day');
    await page.goBack();
    await expect(proof).toBeHidden();
    await knownOnly.click();
    await expect(page).toHaveURL('/networth?range=1M');
  });
  await page.getByText('Groups', { exact: true }).click();
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
  await expectAccessible(page, 'the net worth screen');
  await account.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rainy Day Savings');
});
