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

const expectText = async (name: string, text: string) =>
  expect.element(figure(name).getByText(text, { exact: true })).toBeVisible();

test('each total of recurring payments says what it counts and opens its proof', async () => {
  await renderApp(<RecurringFigures list={list} />);
  await expectText(
    'Estimated remaining',
    '2 payments expected, 1 overdue. Excludes 1 payment in another currency.',
  );
  await expectText('Due soon', 'Due in the next 7 days');
  await expectText('Due soon', '1 payment by May 21.');
  await expectText(
    'Subscriptions',
    '3 subscriptions, averaged over the year. Excludes 2 in other currencies or without a regular date.',
  );
  for (const [name, amount, total] of [
    ['Estimated remaining', '$88.00', 'estimated_remaining'],
    ['Due soon', '$28.50', 'due_next_7_days'],
    ['Subscriptions', '$67.99', 'monthly_subscriptions'],
  ] as const)
    await expect
      .element(figure(name).getByRole('link', { name: amount }))
      .toHaveAttribute('href', `/?proof=${total}`);
});

test('a total without payments has a sentence that says so', async () => {
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
  await expectText('Estimated remaining', 'No more payments expected this month.');
  await expectText('Due soon', 'No payments due by May 21.');
  await expectText('Subscriptions', 'No subscriptions.');
});
