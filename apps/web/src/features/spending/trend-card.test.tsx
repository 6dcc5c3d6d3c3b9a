import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { TrendCard } from './trend-card.tsx';

const call = 'POST /user/spendingcat/trend';
const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
const trend = {
  months,
  groups: [
    { name: 'food_and_drink', icon: 'utensils', values: [10, 20.5, 0, 40, 50, 25.25] },
    { name: 'travel', icon: 'plane', values: [900, 0, 0, 0, -120, 0] },
  ],
  totals: [910, 20.5, 0, 40, -70, 25.25],
  omitted_count: 0,
  currency: 'USD',
};
const bars = () => page.getByRole('slider', { name: 'Food and drink, June 2026 to November 2026' });

test("each category's months are read out, and a bar opens its proof", async () => {
  fakeServer.respond(call, trend);
  const { path } = await renderApp(<TrendCard month="2026-11" />);
  await expect.element(bars()).toHaveAttribute('aria-valuetext', 'November 2026: $25.25');
  (bars().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(bars()).toHaveAttribute('aria-valuetext', 'October 2026: $50.00');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(path)
    .toBe('/?proof=category&proofKey=food_and_drink&proofFrom=2026-10-01&proofTo=2026-10-31');
  expect(fakeServer.callsTo(call)[0]?.body).toEqual({ month: '2026-11' });
});

test('the trend table has every amount and the totals, each with its proof', async () => {
  fakeServer.respond(call, trend);
  await renderApp(<TrendCard month="2026-11" />);
  await page.getByRole('button', { name: /^Show as table/ }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.nth(2)).toHaveTextContent('Travel$900.00$0.00$0.00$0.00−$120.00$0.00');
  await expect
    .element(rows.nth(3))
    .toHaveTextContent('All spending$910.00$20.50$0.00$40.00−$70.00$25.25');
  await expect
    .element(rows.nth(3).getByRole('link', { name: '$910.00' }))
    .toHaveAttribute('href', '/?proof=spent&proofFrom=2026-06-01&proofTo=2026-06-30');
});

test('the trend card is not shown without spending in any month', async () => {
  fakeServer.respond(call, { ...trend, groups: [] });
  await renderApp(<TrendCard month="2026-11" />);
  await expect.poll(() => fakeServer.callsTo(call)).not.toHaveLength(0);
  await expect.element(page.getByText('Six-month trend')).not.toBeInTheDocument();
});

test('a trend that fails to load can be retried', async () => {
  fakeServer.reject(call, 'internal', 'Something went wrong.');
  await renderApp(<TrendCard month="2026-11" />);
  fakeServer.respond(call, trend);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(bars()).toBeVisible();
});
