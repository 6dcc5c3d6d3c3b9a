import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ExchangeCard } from './exchange-card.tsx';

const unlink = 'DELETE /cb';
const title = 'Unlink Coinbase?';

async function openUnlink() {
  fakeServer.respond('GET /cb', {
    exchange: 'Coinbase',
    state: 'ok',
    linked_at: '2026-01-01T08:00:00Z',
    last_fetch: null,
    failed_at: null,
  });
  const app = await renderApp(<ExchangeCard exchange="Coinbase" />, { at: '/institution' });
  await button('Unlink').click();
  await expect.element(dialog(title)).toBeVisible();
  return app;
}

test('an exchange is unlinked after a confirmation, and the crypto page opens', async () => {
  fakeServer.respond(unlink, null);
  const { path } = await openUnlink();
  expect(fakeServer.callsTo(unlink)).toEqual([]);
  await button('Unlink Coinbase').click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Coinbase is unlinked' })).toBeVisible();
  expect(path()).toBe('/crypto');
});

test('an exchange that fails to be unlinked stays linked, and the reason is shown', async () => {
  fakeServer.reject(unlink, 'provider_failed', 'Coinbase did not respond.');
  const { path } = await openUnlink();
  await button('Unlink Coinbase').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Coinbase did not respond.');
  await button('Cancel').click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  await expect.element(page.getByText('Connected')).toBeVisible();
  expect(path()).toBe('/institution');
});

test('an exchange that is not linked can be linked', async () => {
  fakeServer.reject('GET /cb', 'not_found', 'No exchange is linked.');
  await renderApp(<ExchangeCard exchange="Coinbase" />);
  await expect.element(page.getByText("Coinbase isn't linked")).toBeVisible();
  await expect.element(button('Link Coinbase')).toBeVisible();
});
