import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import type { CalendarEntry } from './calendar-days.ts';
import { DueCalendar } from './due-calendar.tsx';
import { testStream } from './test-stream.ts';

const entry = (name: string, amount: number, state: CalendarEntry['state']): CalendarEntry => ({
  stream: testStream({ stream_id: name, merchant_name: name }),
  state,
  amount,
});

const entries = new Map([
  ['2026-05-04', [entry('Rent', 1500, 'paid')]],
  ['2026-05-13', [entry('Gym', 44.49, 'due'), entry('Payroll', -2210.5, 'due')]],
  ['2026-05-20', [entry('A', 10, 'due'), entry('B', 20, 'due'), entry('C', 30, 'overdue')]],
]);

/** Renders the dashboard's calendar in a space of the given width in px. */
const openCalendar = (width: number) =>
  renderApp(
    <div style={{ width }}>
      <DueCalendar entries={entries} today="2026-05-10" compact />
    </div>,
  );

const shown = (text: string) => page.getByText(text, { exact: true });

test("the dashboard's calendar shows amounts in whole dollars, with the exact ones as tooltips", async () => {
  await openCalendar(384);
  await expect.element(shown('$1,500')).toBeVisible();
  await expect.element(shown('$44')).toBeVisible();
  await expect.element(shown('+$2,211')).toBeVisible();
  await expect.element(page.getByTitle('Gym, $44.49, due\nPayroll, +$2,210.50, due')).toBeVisible();
  await expect
    .element(page.getByRole('cell', { name: /Gym, \$44\.49, due; Payroll, \+\$2,210\.50, due/ }))
    .toBeVisible();
});

test('a day with more payments than fit shows how many more there are', async () => {
  await openCalendar(384);
  await expect.element(shown('$10')).toBeVisible();
  await expect.element(shown('+2 more')).toBeVisible();
  await expect.element(shown('$20')).not.toBeInTheDocument();
});

test('amounts in the calendar stay inside their day', async () => {
  await openCalendar(368);
  for (const text of ['$1,500', '+$2,211', '+2 more']) {
    const amount = shown(text).element();
    const cell = amount.closest('td')?.getBoundingClientRect();
    const { left, right, bottom } = amount.getBoundingClientRect();
    expect(left, text).toBeGreaterThanOrEqual(cell?.left ?? Number.NaN);
    expect(right, text).toBeLessThanOrEqual(cell?.right ?? Number.NaN);
    expect(bottom, text).toBeLessThanOrEqual(cell?.bottom ?? Number.NaN);
  }
});

test('a calendar that is too narrow for amounts shows marks', async () => {
  await openCalendar(288);
  await expect.element(shown('$1,500')).not.toBeVisible();
  await expect.element(page.getByTitle('Rent, $1,500.00, paid')).toBeVisible();
});
