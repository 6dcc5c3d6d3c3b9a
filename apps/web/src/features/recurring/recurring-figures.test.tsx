import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import type { RecurringList } from './recurring.api.ts';
import { RecurringFigures } from './recurring-figures.tsx';
import { testStream } from './test-stream.ts';

const list: RecurringList = {
  recurring: [],
  upcoming: [testStream({ overdue: true }), testStream()],
  later: [],
  paid: [],
  ended: [],
  estimated_remaining: 88,
  omitted_count: 1,
  due_soon: { until: '2026-05-21', streams: [], total: 28.5, count: 1, omitted_count: 0 },
  subscriptions: { monthly_total: 67.99, count: 3, omitted_count: 2 },
  currency: 'USD',
};

const figure = (name: string) => page.getByRole('region', { name, exact: true });

test('each total of recurring payments says what it counts and opens its proof', async () => {
  await renderApp(<RecurringFigures list={list} />);
  await expect
    .element(figure('Estimated remaining'))
    .toHaveTextContent(
      '$88.002 payments expected, 1 overdue. Excludes 1 payment in another currency.',
    );
  await expect
    .element(figure('Due soon'))
    .toHaveTextContent('Due in the next 7 days$28.501 payment by May 21.');
  await expect
    .element(figure('Subscriptions'))
    .toHaveTextContent(
      '$67.993 subscriptions, averaged over the year. Excludes 2 in other currencies or without a regular date.',
    );
  await expect
    .element(figure('Due soon').getByRole('link'))
    .toHaveAttribute('href', '/?proof=due_next_7_days');
  await expect
    .element(figure('Subscriptions').getByRole('link'))
    .toHaveAttribute('href', '/?proof=monthly_subscriptions');
});

test('totals without payments say so', async () => {
  await renderApp(
    <RecurringFigures
      list={{
        ...list,
        upcoming: [],
        omitted_count: 0,
        due_soon: { ...list.due_soon, total: 0, count: 0 },
        subscriptions: { monthly_total: 0, count: 0, omitted_count: 0 },
      }}
    />,
  );
  await expect
    .element(figure('Estimated remaining'))
    .toHaveTextContent('No more payments expected this month.');
  await expect.element(figure('Due soon')).toHaveTextContent('No payments due by May 21.');
  await expect.element(figure('Subscriptions')).toHaveTextContent('No subscriptions.');
});
