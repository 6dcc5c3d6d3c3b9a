import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleAccount } from '../../../testing/example-account.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { AccountHistory } from '../accounts.api.ts';
import { AccountPanel } from './account-panel.tsx';

const chart = page.getByRole('slider', { name: 'Balance per day' });

async function openAccount(...kinds: AccountHistory['data'][number]['kind'][]) {
  fakeServer.respond('GET /user/account/history', {
    details: exampleAccount({ name: 'Joint Brokerage', type: 'investment', subtype: 'brokerage' }),
    data: kinds.map((kind, index) => ({ date: `2026-05-1${index}`, balance: 1200, kind })),
    unexplained: [],
    transactions: [],
    link_item: {
      id: 'item-1',
      item_id: 'item-1',
      item_details: {
        institution_name: 'Harbor Savings',
        created_at: '2026-05-12T08:00:00Z',
        disambiguation_label: null,
        logo_url: null,
        color: null,
      },
    },
  });
  await renderApp(<AccountPanel id="account-1" />);
}

test('a balance from before the first sync is labeled as estimated, with the reason', async () => {
  await openAccount('estimated', 'estimated', 'seen');
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'May 12, 2026: $1,200.00');
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(chart)
    .toHaveAttribute('aria-valuetext', 'May 10, 2026: $1,200.00, estimated');
  await expect
    .element(
      page.getByText(
        'The balances before May 12, 2026 are estimated, because your bank had not reported this account yet. We calculated them from the first balance it reported and its transactions.',
      ),
    )
    .toBeVisible();
  await page.getByRole('button', { name: /^Show as table/ }).click();
  await expect
    .element(page.getByRole('row', { name: /^May 11, 2026/ }))
    .toHaveTextContent('May 11, 2026$1,200.00, estimated');
});

test('a note explains the estimated balances of individual days without a sync', async () => {
  await openAccount('seen', 'estimated', 'seen');
  await expect.element(page.getByText(/^The dashed balances are estimated/)).toBeVisible();
});

test('a computed balance is drawn like a seen one', async () => {
  await openAccount('computed', 'computed', 'seen');
  await expect.element(chart).toBeVisible();
  await expect.element(page.getByText(/estimated/i)).not.toBeInTheDocument();
});

test('a single balance is shown in a sentence instead of a chart', async () => {
  await openAccount('seen');
  await expect
    .element(
      page.getByText(
        'Your balance history starts on May 10, 2026 at $1,200.00. A point is added every day.',
      ),
    )
    .toBeVisible();
  await expect.element(chart).not.toBeInTheDocument();
});
