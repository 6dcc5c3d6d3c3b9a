import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setDemoMode } from '../../../platform/demo-mode.ts';
import { platformCopy } from '../../../platform/platform.copy.ts';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { InclusionMenu } from './inclusion-menu.tsx';

const change = 'POST /user/tx/ignore';
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

test('an included transaction can be excluded with the keyboard', async () => {
  fakeServer.respond(change, {
    ...exampleTransaction({ excluded: 'user', exclude_transaction: true }),
    previously_excluded: false,
    change_id: 'change-1',
  });
  await renderApp(<InclusionMenu transaction={exampleTransaction()} />);
  button('Included').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Exclude from spending')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fakeServer.callsTo(change).map(({ body }) => body))
    .toEqual([{ tx_id: 'bank-transaction-1', exclude_transaction: true }]);
});

test('a transaction that the user excluded can be included again', async () => {
  fakeServer.respond(change, {
    ...exampleTransaction(),
    previously_excluded: true,
    change_id: 'change-1',
  });
  await renderApp(<InclusionMenu transaction={exampleTransaction({ excluded: 'user' })} />);
  await button('Excluded').click();
  await item('Include in spending').click();
  await expect
    .poll(() => fakeServer.callsTo(change).map(({ body }) => body))
    .toEqual([{ tx_id: 'bank-transaction-1', exclude_transaction: false }]);
});

test.each([
  ['included', 'Included', 'Exclude from spending', 'excluded'],
  ['excluded', 'Excluded', 'Include in spending', 'included'],
] as const)(
  'a failed change is reported and leaves the transaction %s',
  async (_state, label, action, failedChange) => {
    fakeServer.reject(change, 'internal', 'Something went wrong on our end.');
    await renderApp(
      <InclusionMenu
        transaction={exampleTransaction({ excluded: label === 'Excluded' ? 'user' : null })}
      />,
    );
    await button(label).click();
    await item(action).click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        `This transaction couldn't be ${failedChange}. Something went wrong on our end.`,
      );
    await expect.element(button(label)).toBeVisible();
    await expect.element(button(label)).not.toHaveAttribute('aria-busy');
  },
);

test('retrying a failed change removes its error message', async () => {
  fakeServer.disconnect(change);
  await renderApp(<InclusionMenu transaction={exampleTransaction()} />);
  await button('Included').click();
  await item('Exclude from spending').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(`This transaction couldn't be excluded. ${platformCopy.networkError}`);
  fakeServer.respond(change, {
    ...exampleTransaction({ excluded: 'user', exclude_transaction: true }),
    previously_excluded: false,
    change_id: 'change-1',
  });
  await button('Included').click();
  await item('Exclude from spending').click();
  await expect.element(page.getByRole('dialog', { name: 'Excluded from spending' })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('an automatic exclusion has no menu and shows its reason on focus', async () => {
  const reason =
    'Transfers to internal accounts are excluded. If you want to include this, recategorize it as another category';
  await renderApp(<InclusionMenu transaction={exampleTransaction({ excluded: 'transfer' })} />);
  await userEvent.keyboard('{Tab}');
  await expect.element(button(`Excluded. ${reason}`)).toHaveFocus();
  await expect.element(page.getByText(reason, { exact: true }).last()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('the demo says that it is read-only instead of excluding a transaction', async () => {
  setDemoMode(true);
  await renderApp(<InclusionMenu transaction={exampleTransaction()} />);
  await button('Included').click();
  await item('Exclude from spending').click();
  await expect
    .element(page.getByRole('dialog', { name: 'This is not available in demo mode' }))
    .toBeVisible();
});
