import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, dialog, dropdown, field, option } from '../../../testing/find-by-role.ts';
import { RangeFilter } from './range-filter.tsx';
import type { DateRange } from './transaction-filter.ts';

const may = { from: '2026-05-01', to: '2026-05-15' };

function Harness({
  initial,
  onChange,
}: {
  initial: DateRange;
  onChange: (range: DateRange) => void;
}) {
  const [range, setRange] = useState(initial);
  return (
    <RangeFilter
      range={range}
      onChange={(next) => {
        onChange(next);
        setRange(next);
      }}
    />
  );
}

/** Renders the filter. The returned list collects the chosen ranges. */
async function renderRangeFilter(initial: DateRange = 'all_time'): Promise<DateRange[]> {
  const chosen: DateRange[] = [];
  await render(<Harness initial={initial} onChange={(range) => chosen.push(range)} />);
  return chosen;
}

async function openRangeDialog() {
  await dropdown('Date Range').click();
  await option('Custom range…').click();
  await expect.element(dialog('Custom range')).toBeVisible();
}

test('a named range can be chosen, and the dropdown shows it', async () => {
  const chosen = await renderRangeFilter();
  await dropdown('Date Range').click();
  await option('Last 30 days').click();
  await expect.element(dropdown('Date Range')).toHaveTextContent('Last 30 days');
  expect(chosen).toEqual(['last_30_days']);
});

test('a custom range is applied and shown as its days', async () => {
  const chosen = await renderRangeFilter();
  await openRangeDialog();
  await field('From').fill(may.from);
  await field('To').fill(may.to);
  await button('Apply').click();
  await expect.element(dialog('Custom range')).not.toBeInTheDocument();
  await expect.element(dropdown('Date Range')).toHaveTextContent('May 1, 2026 – May 15, 2026');
  expect(chosen).toEqual([may]);
});

test('a range that ends before it starts shows an error, and its dates are kept', async () => {
  const chosen = await renderRangeFilter();
  await openRangeDialog();
  await field('From').fill(may.to);
  await field('To').fill(may.from);
  await button('Apply').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The start date must be on or before the end date.');
  await expect.element(field('From')).toHaveValue(may.to);
  expect(chosen).toEqual([]);
});

test('a range with a missing date is not applied', async () => {
  const chosen = await renderRangeFilter(may);
  await openRangeDialog();
  await expect.element(field('From')).toHaveValue(may.from);
  await field('From').clear();
  await button('Apply').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter both dates.');
  await button('Cancel').click();
  await expect.element(dialog('Custom range')).not.toBeInTheDocument();
  expect(chosen).toEqual([]);
});
