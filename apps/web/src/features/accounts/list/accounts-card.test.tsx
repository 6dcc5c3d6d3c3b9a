import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleAccount } from '../../../testing/example-account.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { AccountsCard } from './accounts-card.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

/** Opens the card with a number of checking accounts and one savings account. */
async function openCard(checkingCount: number) {
  const checking = Array.from({ length: checkingCount }, (_, index) =>
    exampleAccount({ account_id: `account-${index}`, name: `Account ${index}`, mask: null }),
  );
  const savings = exampleAccount({ account_id: 'savings', name: 'Rainy Day', subtype: 'savings' });
  fakeServer.respond('POST /user/accounts/grouped', {
    accounts: {
      checking: { accounts: checking, total: 1200 * checkingCount, omitted_count: 0 },
      savings: { accounts: [savings], total: 1200, omitted_count: 0 },
    },
    link_details: [],
    msg: '',
    last_sync_pretty: 'Just now',
  });
  await renderApp(<AccountsCard />);
}

const group = (name: string) => page.getByRole('button', { name });

test('on a phone, the groups start open if there are only a few accounts', async () => {
  await openCard(5);
  await expect.element(group('Checking')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByRole('link', { name: 'Account 4' })).toBeVisible();
});

test('on a phone, the groups start closed, with their totals, if there are many accounts', async () => {
  await openCard(6);
  await expect.element(group('Checking')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('$7,200.00')).toBeVisible();
});

test('a group stays open or closed as the user left it, however many accounts there are', async () => {
  await openCard(6);
  await group('Checking').click();
  await expect.element(group('Checking')).toHaveAttribute('aria-expanded', 'true');
  expect(localStorage.getItem('openAccountGroups')).toBe('checking');
  await group('Checking').click();
  await expect.element(group('Checking')).toHaveAttribute('aria-expanded', 'false');
  expect(localStorage.getItem('openAccountGroups')).toBeNull();
  expect(localStorage.getItem('closedAccountGroups')).toBe('checking');
});
