import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exampleBudget } from '../../testing/example-budget.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { BudgetSettingsDialog } from './budget-settings-dialog.tsx';

const update = 'POST /user/budget/update';
const remove = 'DELETE /user/budget/:id';

async function openSettings() {
  const onStartOver = vi.fn();
  await renderApp(
    <BudgetSettingsDialog
      budget={exampleBudget()}
      onStartOver={onStartOver}
      onClosed={() => undefined}
    />,
  );
  await expect.element(dialog('Budget settings')).toBeVisible();
  return onStartOver;
}

test('the budget settings start with the saved amounts and save the changed ones', async () => {
  fakeServer.respond(update, { budgets: [exampleBudget()] });
  await openSettings();
  await expect.element(field('Earnings')).toHaveValue('4000');
  await field('Spending').fill('1000');
  await button('Save').click();
  await expect.element(dialog('Budget settings')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(update)[0]?.body).toEqual({
    budget_id: 'budget-1',
    earnings: 4000,
    bills: 1500,
    spending: 1000,
  });
});

test('budget settings that fail to save stay open with the changed amount', async () => {
  fakeServer.reject(update, 'internal', 'Something went wrong on our end.');
  await openSettings();
  await field('Spending').fill('1000');
  await button('Save').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Something went wrong on our end.');
  await expect.element(field('Spending')).toHaveValue('1000');
});

test('starting over requires confirmation, and keeps the three amounts for the next budget', async () => {
  fakeServer.respond(remove, null);
  const onStartOver = await openSettings();
  await button('Start over').click();
  await expect.element(dialog('Start over?')).toBeVisible();
  expect(fakeServer.callsTo(remove)).toEqual([]);
  await button('Start over').click();
  await expect.element(dialog('Start over?')).not.toBeInTheDocument();
  expect(onStartOver.mock.calls).toEqual([[{ earnings: '4000', bills: '1500', spending: '1200' }]]);
  await expect
    .element(page.getByRole('dialog', { name: 'Budget cleared. Set your new amounts.' }))
    .toBeVisible();
});

test('Back returns from a confirmation to the settings without deleting anything', async () => {
  await openSettings();
  await button('Delete budget').click();
  await expect.element(dialog('Delete your budget?')).toBeVisible();
  await button('Back').click();
  await expect.element(dialog('Budget settings')).toBeVisible();
});

test('a failure to delete the budget is shown in the confirmation', async () => {
  fakeServer.reject(remove, 'internal', 'Something went wrong on our end.');
  const onStartOver = await openSettings();
  await button('Delete budget').click();
  await dialog('Delete your budget?').getByRole('button', { name: 'Delete budget' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Something went wrong on our end.');
  expect(onStartOver).not.toHaveBeenCalled();
});
