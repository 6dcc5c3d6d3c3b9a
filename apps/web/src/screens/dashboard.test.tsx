import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleAccount } from '../testing/example-account.ts';
import { exampleBudget } from '../testing/example-budget.ts';
import { exampleTransaction } from '../testing/example-transaction.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { button } from '../testing/find-by-role.ts';
import { renderApp } from '../testing/render-app.tsx';
import { signIn } from '../testing/sign-in.ts';
import { Component as Dashboard } from './dashboard.screen.tsx';

afterEach(() => page.viewport(1280, 800));

const subtypes = ['checking', 'credit card', 'savings', 'mortgage', 'brokerage', '401k'];

/** A point of the net worth history. */
const pointOf = (date: string, net: number) => ({
  date,
  assets: net,
  debts: 0,
  net,
  groups: [],
  estimated: false,
});

beforeEach(() => {
  signIn();
  fakeServer.respond('GET /user/sync', { state: 'idle', last_sync_pretty: 'Just now', items: [] });
  fakeServer.respond('GET /institutions', {
    link_tokens: [],
    revoked_institutions: [],
  });
  fakeServer.respond('GET /user/currentspending', {
    res: Array.from({ length: 31 }, (_, index) => ({
      day: index + 1,
      currentMonthSum: index < 20 ? 100 * index : null,
      previousMonthSum: 110 * index,
    })),
    omitted_count: 1,
    currency: 'USD',
  });
  fakeServer.respond('POST /user/accounts/grouped', {
    accounts: Object.fromEntries(
      subtypes.map((subtype) => [
        subtype,
        {
          accounts: [exampleAccount({ account_id: subtype, subtype })],
          total: 1200,
          omitted_count: 0,
        },
      ]),
    ),
    link_details: [],
    msg: '',
    last_sync_pretty: 'Just now',
  });
  fakeServer.respond('GET /user/networth/history', {
    points: [pointOf('2026-11-22', 1), pointOf('2026-11-23', 2)],
    groups: [],
    currency: 'USD',
    accounts: [],
    crypto: null,
    omitted_count: 0,
  });
  fakeServer.respond('GET /user/transactions/recent', {
    transactions: Array.from({ length: 10 }, (_, index) =>
      exampleTransaction({ id: `transaction-${index}` }),
    ),
    meta: { number: 98, month: 'November' },
  });
  fakeServer.respond('GET /user/budget', { budgets: [exampleBudget()] });
  fakeServer.respond('POST /user/plaid/recurring_txs', {
    recurring: [],
    upcoming: [],
    later: [],
    paid: [],
    ended: [],
    due_soon: { until: '2026-11-29', streams: [], total: 0, count: 0, omitted_count: 0 },
    subscriptions: { monthly_total: 0, count: 0, omitted_count: 0 },
    estimated_remaining: 0,
    omitted_count: 0,
    currency: 'USD',
  });
  fakeServer.respond('GET /user/cashflow', { results: [], omitted_count: 0, currency: 'USD' });
});

/** The names of the dashboard's cards, in the order of the page. */
const cards = () =>
  page
    .getByRole('region')
    .elements()
    .map((card) => card.getAttribute('aria-label') ?? card.querySelector('h2')?.textContent)
    .filter((name) => name !== 'Notifications');

test('on a phone, net worth and accounts follow the spending, and the lower cards are behind a button', async () => {
  await page.viewport(390, 844);
  await renderApp(<Dashboard />);
  const more = button('Show budget and more');
  await expect.element(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible();
  await expect.element(page.getByRole('slider', { name: /^Spending by week/ })).toBeVisible();
  expect(cards()).toEqual(['Spending this month', 'Net worth', 'Accounts', 'RECENT TRANSACTIONS']);
  // The navigation (64 px) and a margin (24 px) are above the screen.
  const bottom = more.element().getBoundingClientRect().bottom + window.scrollY;
  expect(bottom + 64 + 24).toBeLessThanOrEqual(2500);

  await more.click();
  await expect.element(page.getByRole('region', { name: 'Budget' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  expect(
    document.activeElement?.contains(page.getByRole('region', { name: 'Budget' }).element()),
  ).toBe(true);
  await expect
    .poll(() => {
      // The other cards load when they are scrolled into view.
      window.scrollTo(0, document.documentElement.scrollHeight);
      return cards().slice(4);
    })
    .toEqual(['Budget', 'Recurring', 'Cash flow']);
});

test('in a wide window, net worth is beside the spending, and both columns end at the same height', async () => {
  await page.viewport(1440, 900);
  await renderApp(<Dashboard />);
  await expect.element(page.getByRole('slider', { name: /^Spending by week/ })).toBeVisible();
  const boxOf = (name: string) =>
    page.getByRole('region', { name }).element().getBoundingClientRect();
  const spending = boxOf('Spending this month');
  const netWorth = boxOf('Net worth');
  expect(netWorth.top).toBe(spending.top);
  expect(netWorth.left).toBeGreaterThan(spending.right);
  page.getByRole('region', { name: 'RECENT TRANSACTIONS' }).element().scrollIntoView();
  await expect.element(page.getByRole('region', { name: 'Budget' })).toBeVisible();
  expect(boxOf('RECENT TRANSACTIONS').bottom).toBe(boxOf('Budget').bottom);
});

/** The calls whose responses the first cards show. */
const calls = [
  'GET /user/currentspending',
  'POST /user/accounts/grouped',
  'GET /user/networth/history',
  'GET /user/transactions/recent',
] as const;

/** The first cards of the page, which load without scrolling. */
const firstCards = ['Spending this month', 'Net worth', 'Accounts', 'RECENT TRANSACTIONS'];

/** The top of each of the first cards. */
const cardTops = () =>
  firstCards.map((name) => {
    const card = page.getByRole('region', { name, exact: true }).query();
    return [name, card?.getBoundingClientRect().top];
  });

test.each([
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
])('at %i px, the first cards do not move while the responses arrive', async (width, height) => {
  await page.viewport(width, height);
  const responders = calls.map((call) => fakeServer.pause(call));
  await renderApp(<Dashboard />);
  await expect
    .element(page.getByRole('region', { name: 'Net worth' }))
    .toMatchTextContent('Loading your net worth');
  const tops = cardTops();
  for (const respond of responders) respond();
  await expect.element(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible();
  await expect.element(page.getByRole('slider', { name: /^Spending by week/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All accounts' })).toBeInTheDocument();
  // On a phone, the transactions are below the accounts, whose number is unknown until they load.
  const fixedCount = width === 390 ? 3 : 4;
  expect(cardTops().slice(0, fixedCount)).toEqual(tops.slice(0, fixedCount));
});

test('the spending is shown without waiting for other calls', async () => {
  await page.viewport(1440, 900);
  fakeServer.pause('GET /user/networth/history');
  fakeServer.pause('POST /user/accounts/grouped');
  await renderApp(<Dashboard />);
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect.element(spending).toMatchTextContent('$1,900.00');
});

test('failed calls neither remove nor move the other cards', async () => {
  await page.viewport(1440, 900);
  const respond = fakeServer.pause('GET /user/currentspending');
  fakeServer.reject('GET /user/currentspending', 'internal', 'Please try again later.');
  fakeServer.reject('GET /user/networth/history', 'internal', 'Please try again later.');
  fakeServer.reject('POST /user/accounts/grouped', 'internal', 'Please try again later.');
  await renderApp(<Dashboard />);
  await expect.element(page.getByText("Your net worth couldn't be loaded")).toBeVisible();
  const tops = cardTops();
  respond();
  await expect.element(page.getByText("Your spending couldn't be loaded")).toBeVisible();
  expect(cardTops()).toEqual(tops);
  await expect.element(page.getByRole('table', { name: 'Recent transactions' })).toBeVisible();
});
