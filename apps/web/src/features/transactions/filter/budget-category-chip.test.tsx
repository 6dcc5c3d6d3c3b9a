import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../../testing/find-by-role.ts';
import { BudgetCategoryChip } from './budget-category-chip.tsx';
import { emptyFilter, type TransactionFilter } from './transaction-filter.ts';

function Harness({ budgetCategory }: { budgetCategory: string | null }) {
  const [filter, setFilter] = useState<TransactionFilter>({ ...emptyFilter, budgetCategory });
  return (
    <BudgetCategoryChip
      filter={filter}
      onChange={(update) => setFilter((current) => ({ ...current, ...update(current) }))}
    />
  );
}

const text = 'Food and drink, excluding bills';

test('the chip shows the budgeted category, and its button removes the filter', async () => {
  await render(<Harness budgetCategory="food_and_drink" />);
  await expect.element(page.getByText(text)).toBeVisible();
  await button(`Remove the filter ${text}`).click();
  await expect.element(page.getByText(text)).not.toBeInTheDocument();
  // The focus stays near where the removed button was.
  expect(document.activeElement).not.toBe(document.body);
});

test('without a budgeted category there is no chip', async () => {
  await render(<Harness budgetCategory={null} />);
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
