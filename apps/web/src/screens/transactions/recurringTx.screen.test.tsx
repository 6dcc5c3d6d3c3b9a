import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleAccount } from '../../testing/example-account.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { Component } from './recurringTx.screen.tsx';

const noStreams = {
  recurring: [],
  upcoming: [],
  later: [],
  paid: [],
  ended: [],
  estimated_remaining: 0,
  omitted_count: 0,
  due_soon: { until: '2026-05-21', streams: [], total: 0, count: 0, omitted_count: 0 },
  subscriptions: { monthly_total: 0, count: 0, omitted_count: 0 },
  currency: 'USD',
};

test('without streams or banks, the screen offers to link a bank', async () => {
  fakeServer.respond('POST /user/plaid/recurring_txs', noStreams);
  fakeServer.respond('GET /user/accounts', { accounts: [] });
  await renderApp(<Component />);
  await expect
    .element(page.getByRole('link', { name: 'Link a bank' }))
    .toHaveAttribute('href', '/link');
});

test('without streams but with a bank, the screen links to all transactions', async () => {
  fakeServer.respond('POST /user/plaid/recurring_txs', noStreams);
  fakeServer.respond('GET /user/accounts', { accounts: [exampleAccount()] });
  await renderApp(<Component />);
  await expect
    .element(page.getByRole('link', { name: 'All transactions' }))
    .toHaveAttribute('href', '/transactions');
});
