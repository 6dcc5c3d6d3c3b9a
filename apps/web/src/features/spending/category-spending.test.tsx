import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CategorySpending } from './category-spending.tsx';
import type { GroupRow } from './spending.api.ts';

const group: GroupRow = {
  name: 'travel',
  icon: 'plane',
  value: 80,
  previous: 100,
  percentage: 100,
  trend: 'down',
  children: [],
};

async function renderGroup(changes: Partial<GroupRow>) {
  fakeServer.respond('POST /user/spendingcat', {
    data: [{ ...group, ...changes }],
    total: 80,
    refunds: 0,
    omitted_count: 0,
    currency: 'USD',
  });
  await renderApp(<CategorySpending category="travel" month="2026-10" thisMonth="2026-11" />);
}

test('a change is compared with the month before, and screen readers announce it only once', async () => {
  await renderGroup({});
  await expect.element(page.getByText('compared with September')).toBeVisible();
  await expect
    .element(page.getByText('compared with September'))
    .toHaveAttribute('aria-hidden', 'true');
  await expect
    .element(page.getByText('Down $20.00 (20%) from $100.00 in September'))
    .toBeInTheDocument();
});

test('a new category shows that nothing was spent the month before', async () => {
  await renderGroup({ previous: 0, trend: 'new' });
  await expect.element(page.getByText('No spending in September.')).toBeVisible();
});
