import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CombinedBalanceCard } from './combined-balance-card.tsx';
import { useHistorySettings } from './history-params.ts';
import { NetWorthCard } from './net-worth-card.tsx';
import type { NetWorthHistory } from './networth.api.ts';

const names: Record<string, string> = { checking: 'Everyday Checking', broker: 'Joint Brokerage' };
const nameOf = (id: string) => names[id] ?? id;

/** Five days of a checking account whose transactions are known, and a brokerage first seen on the fourth day. */
const history: NetWorthHistory = {
  points: [1, 2, 3, 4, 5].map((day) => ({
    date: `2026-05-0${day}`,
    assets: day === 5 ? 5_600 : 5_000 + day * 100,
    debts: 0,
    net: day === 5 ? 5_600 : 5_000 + day * 100,
    groups: [day * 100, day === 5 ? 5_100 : 5_000],
    estimated: day < 4,
  })),
  groups: [
    { group: 'checking', is_debt: false },
    { group: 'brokerage', is_debt: false },
  ],
  currency: 'USD',
  accounts: [
    {
      account_id: 'checking',
      is_debt: false,
      group: 'checking',
      balances: [100, 200, 300, 400, 500],
      kinds: ['computed', 'computed', 'computed', 'computed', 'seen'],
    },
    {
      account_id: 'broker',
      is_debt: false,
      group: 'brokerage',
      balances: [5_000, 5_000, 5_000, 5_000, 5_100],
      kinds: ['estimated', 'estimated', 'estimated', 'seen', 'seen'],
    },
  ],
  crypto: null,
  omitted_count: 0,
};

function NetWorth() {
  const { settings, change } = useHistorySettings();
  return (
    <NetWorthCard
      settings={settings}
      onChange={change}
      groupLabel={(group) => group}
      nameOf={nameOf}
      pathOf={(id) => `/account/${id}`}
    />
  );
}

const chart = page.getByRole('slider', { name: 'Net worth over time' });
const knownOnly = page.getByRole('switch', { name: 'Known only' });
const changes = page.getByRole('region', { name: 'Biggest changes' });
const rowOf = (day: string) => page.getByRole('row', { name: new RegExp(`^${day}`) });

const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent);

beforeEach(() => fakeServer.respond('GET /user/networth/history', history));

test('the chart, the tooltip, the table, and the changes label an estimated point and name its estimated accounts', async () => {
  await renderApp(<NetWorth />);
  await expect
    .element(chart)
    .toHaveAttribute('aria-valuetext', expect.not.stringContaining('Estimated'));
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(chart)
    .toHaveAttribute(
      'aria-valuetext',
      'May 1, 2026: net worth $5,100; assets $5,100; debts $0. Estimated: Joint Brokerage',
    );
  for (const name of ['Assets (estimated)', 'Net (estimated)'])
    await expect.element(page.getByText(name)).toBeVisible();
  await expectText(changes).toContain('Estimated on at least one of these days: Joint Brokerage.');
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Biggest changes' }))
    .toBeVisible();
  await expectText(changes).toContain(
    'Net worth $5,100.00 (estimated) on May 1, 2026, $5,600.00 on May 5, 2026.',
  );
  await expectText(changes).toContain('+$500.00 (estimated)');
  await expectText(changes).toContain('Joint BrokerageEstimated on May 1, 2026');
  await page.getByRole('button', { name: /^Show as table/ }).click();
  await expectText(rowOf('May 3, 2026')).toContain(
    '$5,300.00 (estimated)$5,300.00 (estimated)$0.00$300.00$5,000.00 (estimated)Estimated: Joint Brokerage',
  );
  await expectText(rowOf('May 4, 2026')).not.toMatch(/estimated/i);
});

test("'Known only' leaves estimated accounts out, marks the day from which they are known, and is kept in the URL", async () => {
  const { path } = await renderApp(<NetWorth />, { at: '/networth?range=1M' });
  await knownOnly.click();
  await expect.element(page.getByText('Joint Brokerage known from here')).toBeInTheDocument();
  await expect.element(knownOnly).toHaveFocus();
  expect(path()).toBe('/networth?range=1M&known=only');
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(chart)
    .toHaveAttribute('aria-valuetext', 'May 1, 2026: net worth $100; assets $100; debts $0');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect
    .element(chart)
    .toHaveAttribute(
      'aria-valuetext',
      'May 4, 2026: net worth $5,400; assets $5,400; debts $0. Known from here on: Joint Brokerage',
    );
  await expectText(changes).toContain(
    'Known net worth $100.00 on May 1, 2026, $5,600.00 on May 5, 2026.',
  );
  // The brokerage became known in between, which doesn't count as a change.
  await expectText(changes).toContain('May 1, 2026 to May 5, 2026: +$400.00');
  await expectText(changes).toContain(
    "Left out, because they aren't known on both days: Joint Brokerage.",
  );
  const proofs = changes.getByRole('link').elements();
  expect(
    proofs
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.includes('proof='))
      .every((href) => href.includes('proofKnown=only')),
  ).toBe(true);
  await page.getByRole('button', { name: /^Show as table/ }).click();
  await expectText(rowOf('May 3, 2026')).toContain('$300.00$300.00$0.00$300.00Not known');
  await knownOnly.click();
  await expect.poll(path).toBe('/networth?range=1M');
});

test('the net worth chart shows account groups on request', async () => {
  const { path } = await renderApp(<NetWorth />, { at: '/networth' });
  await expect.element(page.getByRole('radio', { name: 'Net worth' })).toBeChecked();
  await page.getByRole('radio', { name: 'Groups' }).click();
  await expect.poll(path).toBe('/networth?view=groups');
  await expect
    .element(chart)
    .toHaveAttribute(
      'aria-valuetext',
      'May 5, 2026: net worth $5,600; assets $5,600: checking $500, brokerage $5,100; debts $0',
    );
});

test('a history of a single day is shown in a sentence instead of a chart', async () => {
  const keepLast = <T,>(values: readonly T[]) => values.slice(-1);
  fakeServer.respond('GET /user/networth/history', {
    ...history,
    points: keepLast(history.points),
    accounts: history.accounts.map((account) => ({
      ...account,
      balances: keepLast(account.balances),
      kinds: keepLast(account.kinds),
    })),
  });
  await renderApp(<NetWorth />);
  await expect
    .element(
      page.getByText(
        'Your history starts on May 5, 2026 with a net worth of $5,600.00. A point is added every day.',
      ),
    )
    .toBeVisible();
  await expect.element(chart).not.toBeInTheDocument();
  await expect.element(knownOnly).not.toBeInTheDocument();
});

test('a note on the current net worth names the accounts without a recent sync', async () => {
  fakeServer.respond('GET /user/networth/history', {
    ...history,
    points: history.points.map((point) => ({ ...point, estimated: true })),
    accounts: history.accounts.map((account) => ({
      ...account,
      kinds:
        account.account_id === 'broker'
          ? account.kinds.map(() => 'estimated' as const)
          : account.kinds,
    })),
  });
  await renderApp(<NetWorth />);
  await expect
    .element(page.getByText('Estimated: Joint Brokerage. The last balance is from an earlier day.'))
    .toBeVisible();
});

test("a history without estimates has no 'Known only' switch", async () => {
  fakeServer.respond('GET /user/networth/history', {
    ...history,
    points: history.points.map((point) => ({ ...point, estimated: false })),
    accounts: history.accounts.map((account) => ({
      ...account,
      kinds: account.kinds.map(() => 'seen' as const),
    })),
  });
  await renderApp(<NetWorth />);
  await expect.element(chart).toBeVisible();
  await expect.element(knownOnly).not.toBeInTheDocument();
});

function Investments() {
  const { settings, change } = useHistorySettings();
  return (
    <CombinedBalanceCard
      ids={['broker']}
      label="Value of your investments per day"
      nameOf={nameOf}
      settings={settings}
      onChange={change}
    />
  );
}

test("the value of investments is estimated before they were first seen, or left out by 'Known only'", async () => {
  await renderApp(<Investments />);
  const slider = page.getByRole('slider');
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'May 5, 2026: $5,100.00');
  slider.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', 'May 1, 2026: $5,000.00, estimated: Joint Brokerage');
  await knownOnly.click();
  await expect.element(knownOnly).toBeChecked();
  await expect.element(slider).toHaveAttribute('aria-valuemax', '2');
  await page.getByRole('button', { name: /^Show as table/ }).click();
  await expectText(rowOf('May 4, 2026')).toContain('$5,000.00');
});
