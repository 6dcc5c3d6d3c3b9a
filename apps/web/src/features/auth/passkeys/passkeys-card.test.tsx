import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { testEmail } from '../../../testing/sign-in.ts';
import { PasskeysCard } from './passkeys-card.tsx';

const phone = {
  id: 'passkey-1',
  name: 'My phone',
  created_at: '2026-05-04T08:00:00Z',
  last_used_at: null,
  synced: true,
};
const password = {
  provider: 'email',
  email: testEmail,
  linked_at: '2026-01-01T00:00:00Z',
} as const;

/** Shows the card of a user with one passkey and other sign-in methods. */
async function showCard({ hasPassword = true } = {}) {
  fakeServer.respond('GET /user/passkeys', { passkeys: [phone] });
  fakeServer.respond('GET /user/identities', {
    identities: hasPassword ? [password] : [],
    fresh: true,
  });
  await renderApp(<PasskeysCard />);
  await expect.element(page.getByRole('listitem')).toBeVisible();
}

test('a passkey is shown with its name, whether it is synced, and when it was added', async () => {
  await showCard();
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('My phoneSyncedNot used yet · added May 4, 2026');
});

test('a passkey that is the only sign-in method cannot be removed', async () => {
  await showCard({ hasPassword: false });
  await expect.element(page.getByText('Your only sign-in method')).toBeVisible();
  await expect.element(button('Rename My phone')).toBeVisible();
  await expect.element(button('Remove My phone')).not.toBeInTheDocument();
});

test('renaming a passkey requires a name, and can be retried after a failure', async () => {
  await showCard();
  await button('Rename My phone').click();
  await field('Name').fill('  ');
  await expect.element(button('Save')).toBeDisabled();
  fakeServer.reject('PATCH /user/passkeys/:id', 'unprocessable', 'The name is too long.');
  await field('Name').fill('x');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Name')).toHaveAccessibleDescription('The name is too long.');
  fakeServer.respond('PATCH /user/passkeys/:id', { passkeys: [{ ...phone, name: 'x' }] });
  await button('Save').click();
  await expect.element(button('Rename x')).toBeVisible();
});

test('a failed removal of a passkey shows the reason and can be retried', async () => {
  await showCard();
  await button('Remove My phone').click();
  await expect.element(dialog('Remove My phone?')).toBeVisible();
  fakeServer.reject('DELETE /user/passkeys/:id', 'unprocessable', 'This is your only one.');
  await button('Remove passkey').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is your only one.');
  fakeServer.respond('DELETE /user/passkeys/:id', null);
  fakeServer.respond('GET /user/passkeys', { passkeys: [] });
  await button('Remove passkey').click();
  await expect.element(dialog('Remove My phone?')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'My phone was removed' })).toBeVisible();
  expect(fakeServer.callsTo('DELETE /user/passkeys/:id')[0]?.path).toBe('/user/passkeys/passkey-1');
});
