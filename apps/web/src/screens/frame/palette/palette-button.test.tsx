import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleAccount } from '../../../testing/example-account.ts';
import { exampleConfig } from '../../../testing/example-config.ts';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { PaletteButton } from './palette-button.tsx';

const search = 'POST /user/transactions/v2';
const field = () => dialog('Find anything').getByRole('combobox');
const highlighted = () => page.getByRole('option', { selected: true });
const shortcuts = () => dialog('Keyboard shortcuts');

function respondToData(): void {
  fakeServer.respond('GET /config', exampleConfig);
  fakeServer.respond('GET /user/accounts', { accounts: [exampleAccount()] });
  fakeServer.respond(search, {
    transactions: [
      exampleTransaction({ id: 'newest' }),
      exampleTransaction({ id: 'older' }),
      exampleTransaction({ id: 'other', merchant_name: 'Bakery', name: 'CORNER CAFE BAKERY' }),
    ],
    num_pages: 1,
    next: null,
  });
}

async function openPalette() {
  respondToData();
  const app = await renderApp(
    <main id="content" tabIndex={-1}>
      <PaletteButton />
      <input aria-label="Amount" />
    </main>,
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  return app;
}

test('the palette finds a merchant among the transactions and opens its page', async () => {
  const app = await openPalette();
  await userEvent.keyboard('corner');
  const merchant = page.getByRole('option', { name: /^Corner Cafe ?Merchant/ });
  await expect.element(merchant).toHaveAttribute('aria-selected', 'true');
  // A transaction whose merchant has another name doesn't match.
  await expect.element(page.getByRole('option', { name: /Bakery/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(app.path).toBe('/transaction/history?txId=newest');
  expect(fakeServer.callsTo(search).map(({ body }) => body)).toEqual([{ search_str: 'corner' }]);
});

test('the palette opens again while it is still disappearing', async () => {
  await openPalette();
  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  // By then, the first one has disappeared.
  await expect.poll(() => document.querySelectorAll('[role="dialog"][data-closed]').length).toBe(0);
  await userEvent.keyboard('change password');
  await expect.element(field()).toHaveValue('change password');
});

test.each([
  ['change password', '/profile#password'],
  ['coffee', '/transactions?category=food_and_drink_coffee'],
  ['everyday', '/account/account-1'],
  ['net worth', '/networth'],
])('typing %j in the palette and pressing Enter opens %s', async (typed, path) => {
  const app = await openPalette();
  await userEvent.keyboard(`${typed}{Enter}`);
  await expect.poll(app.path).toBe(path);
});

test('a failed search for merchants keeps the other results', async () => {
  await openPalette();
  fakeServer.reject(search, 'internal', 'An internal detail.');
  await userEvent.keyboard('coffee');
  await expect.element(highlighted()).toMatchTextContent('Coffee');
});

test('? opens the list of shortcuts, but not while typing', async () => {
  await renderApp(
    <>
      <PaletteButton />
      <input aria-label="Amount" />
    </>,
  );
  await page.getByLabelText('Amount').click();
  await userEvent.keyboard('?');
  await expect.element(page.getByLabelText('Amount')).toHaveValue('?');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}?');
  await expect.element(shortcuts()).toBeVisible();
  await expect.element(shortcuts().getByText('Find anything')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts()).not.toBeInTheDocument();
});

test('the palette opens the list of shortcuts, where single-key shortcuts can be turned off', async () => {
  await openPalette();
  await userEvent.keyboard('shortcuts{Enter}');
  await expect.element(shortcuts()).toBeVisible();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts()).not.toBeInTheDocument();
  await expect.element(button('Find anything')).toBeVisible();
  await userEvent.keyboard('?');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  await expect.element(shortcuts()).not.toBeInTheDocument();
});
