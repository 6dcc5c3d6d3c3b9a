import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { BalanceChart } from './features/accounts/account/balance-chart.tsx';
import { computeUtilization } from './features/accounts/account/utilization.ts';
import { UtilizationRing } from './features/accounts/account/utilization-ring.tsx';
import { groupLabel } from './features/accounts/account-labels.ts';
import { knownHistory } from './features/networth/known-history.ts';
import { NetWorthChart } from './features/networth/net-worth-chart.tsx';
import { sparklineOf } from './features/networth/net-worth-trend.ts';
import { CashflowChart } from './features/spending/charts/cashflow-chart.tsx';
import { CategoryDonut } from './features/spending/charts/category-donut.tsx';
import { SpendingChart } from './features/spending/charts/spending-chart.tsx';
import { TrendBars } from './features/spending/charts/trend-bars.tsx';
import { WeekChart } from './features/spending/charts/week-chart.tsx';
import { weeklyTotals } from './features/spending/charts/weekly-totals.ts';
import { MonthBars } from './features/transactions/history/month-bars.tsx';
import { chartDescription, chartSvg } from './testing/charts/chart-snapshot.ts';
import freelancer from './testing/charts/user_freelance.json';
import household from './testing/charts/user_good.json';
import { InitialWidth } from './ui/charts/chart-surface.tsx';
import { ShareRing, shareColor } from './ui/charts/share-ring.tsx';
import { Sparkline } from './ui/charts/sparkline.tsx';

/**
 * Snapshots of every chart, for two built-in people on a fixed day. The SVG files in testing/charts
 * open in any browser. If a snapshot differs, compare both pictures before updating it with
 * `npm run test:unit -- charts -u`.
 */
type Person = typeof household | typeof freelancer;
const months = { current: 'March', previous: 'February' };
type Balances = Parameters<typeof BalanceChart>[0]['points'];
const noop = () => undefined;

/** All charts, by their file names. */
function chartsOf(person: Person): Record<string, ReactElement> {
  const days = person.spending.res;
  const month = person.today.slice(0, 7);
  const groups = person.categories.data as Parameters<typeof CategoryDonut>[0]['rows'];
  const food = person.trend.groups.find(({ name }) => name === 'food_and_drink');
  const utilization = computeUtilization(person.card.balances.current, person.card.balances.limit);
  const worth = {
    // JSON imports have no literal types.
    history: person.worth as Parameters<typeof NetWorthChart>[0]['history'],
    groupLabel,
    nameOf: (id: string) => id,
    compared: { from: 30, to: person.worth.points.length - 1 },
    onSelect: noop,
  };
  const invested = person.investments.reduce((sum, value) => sum + value, 0);
  return {
    spending: createElement(SpendingChart, { days, month, months }),
    weeks: createElement(WeekChart, { weeks: weeklyTotals(days, month), month, months }),
    cashflow: createElement(CashflowChart, { months: person.cashflow.results }),
    categories: createElement(CategoryDonut, { rows: groups, center: null, onOpen: noop }),
    trend: createElement(TrendBars, {
      category: 'food_and_drink',
      label: 'Food and drink',
      months: person.trend.months,
      values: food?.values ?? [],
      color: 'var(--category-7)',
    }),
    'category-months': createElement(MonthBars, {
      months: person.food.results.map(({ month: name, spent }) => ({
        month: name,
        amount: spent,
      })),
      average: 300,
      label: 'Food and drink: spent per month',
    }),
    worth: createElement(NetWorthChart, { ...worth, view: 'line', knownOnly: false }),
    'worth-groups': createElement(NetWorthChart, { ...worth, view: 'groups', knownOnly: false }),
    'worth-known': createElement(NetWorthChart, {
      ...worth,
      history: knownHistory(worth.history),
      view: 'groups',
      knownOnly: true,
    }),
    'worth-trend': createElement(Sparkline, {
      label: 'Net worth',
      // As if the first month were estimated.
      points: sparklineOf(
        person.worth.points.map((point, index) => ({ ...point, estimated: index < 30 })),
      ),
      className: 'h-16',
    }),
    checking: createElement(BalanceChart, {
      points: person.checking.data as Balances,
      unexplained: [{ date: person.checking.data[60]?.date ?? '', amount: 42.1 }],
      currency: person.worth.currency,
    }),
    card: createElement(BalanceChart, {
      points: person.card.data as Balances,
      unexplained: [],
      currency: person.worth.currency,
    }),
    ...(utilization && { utilization: createElement(UtilizationRing, { utilization }) }),
    ...(invested > 0 && {
      investments: createElement(ShareRing, {
        shares: person.investments.map((value, index) => ({
          key: String(index),
          fraction: value / invested,
          color: shareColor(index),
        })),
        // biome-ignore lint/correctness/noChildrenProp: the prop is required.
        children: null,
      }),
    }),
  };
}

const markupOf = (chart: ReactElement, width: number): string =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(InitialWidth, { value: width }, chart)),
  );

const wide = 640;
/** A chart's width in a card on a 320 px phone. */
const narrow = 246;

describe.each([
  ['user_good', household],
  ['user_freelance', freelancer],
] as const)('the charts of %s', (name, person) => {
  test.each(Object.entries(chartsOf(person)))(
    'the %s chart matches its snapshot',
    async (chart, element) => {
      const svg = chartSvg(markupOf(element, wide));
      await expect(svg).toMatchFileSnapshot(`testing/charts/${name}/${chart}.svg`);
    },
  );
});

describe('on the narrowest phone', () => {
  const charts = Object.entries(chartsOf(household));
  const responsive = charts.filter(
    ([, chart]) => markupOf(chart, wide) !== markupOf(chart, narrow),
  );
  test('charts as wide as their card adapt to its width', () => {
    expect(responsive.map(([chart]) => chart)).toEqual([
      'spending',
      'weeks',
      'cashflow',
      'trend',
      'category-months',
      'worth',
      'worth-groups',
      'worth-known',
      'checking',
      'card',
    ]);
  });
  test.each(responsive)('the %s chart matches its snapshot', async (chart, element) => {
    const svg = chartSvg(markupOf(element, narrow));
    await expect(svg).toMatchFileSnapshot(`testing/charts/user_good-narrow/${chart}.svg`);
  });
});

test('a chart describes its initial data point to screen readers', () => {
  const descriptions = Object.entries(chartsOf(household)).flatMap(([chart, element]) => {
    const description = chartDescription(markupOf(element, wide));
    return description === null ? [] : [[chart, description] as const];
  });
  expect(Object.fromEntries(descriptions)).toMatchInlineSnapshot(`
    {
      "card": "Balance per day: Mar 19, 2026: $3,601.28",
      "cashflow": "Income and spending per month: March 2026: income $4,383, spent $4,247",
      "categories": "Share of spending by category: Loan payments: 37.1%, $2,085.40",
      "category-months": "Food and drink: spent per month: March 2026: $662.36",
      "checking": "Balance per day: Mar 19, 2026: $4,621.61",
      "spending": "Cumulative spending by day, this month and last month: Spending by the 19th this month was $4,247 Last month by the 19th, you spent $4,751",
      "trend": "Food and drink, September 2025 to February 2026: February 2026: $1,146.91",
      "weeks": "Spending by week, this month and last month: March 15–21: $671, February 15–21: $1,123",
      "worth": "Net worth over time: Mar 19, 2026: net worth $52,869; assets $383,979; debts $331,111",
      "worth-groups": "Net worth over time: Mar 19, 2026: net worth $52,869; assets $383,979: Checking $4,622, Savings $29,739, Brokerage $196,030, 401(k) $153,588; debts $331,111: Credit cards $3,601, Mortgages $327,509",
      "worth-known": "Net worth over time: Mar 19, 2026: net worth $52,869; assets $383,979: Checking $4,622, Savings $29,739, Brokerage $196,030, 401(k) $153,588; debts $331,111: Credit cards $3,601, Mortgages $327,509. Known from here on: Home Mortgage, Joint Brokerage, Tamarack 401(k)",
    }
  `);
});
