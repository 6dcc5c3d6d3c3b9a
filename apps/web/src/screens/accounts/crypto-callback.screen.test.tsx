import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleConfig } from '../../testing/example-config.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { Component } from './crypto-callback.screen.tsx';

/** Records the texts that the page shows, even those that are replaced at once. */
function recordTexts(): () => string {
  const texts = [document.body.textContent];
  const observer = new MutationObserver(() => texts.push(document.body.textContent));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    return texts.join('\n');
  };
}

test('denied access is reported without a waiting message, and linking can be tried again', async () => {
  fakeServer.respond('GET /config', exampleConfig);
  signIn();
  const shownTexts = recordTexts();
  const { path } = await renderApp(<Component />, {
    at: '/crypto/callback?error=access_denied&state=state-123',
  });
  const title = page.getByRole('heading', { name: 'Access was not granted' });
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText(/Cairn hasn't read anything/)).toBeVisible();
  expect(shownTexts()).not.toMatch(/Loading your holdings|One moment/);
  expect(path()).toBe('/crypto/callback');
  await expect.element(page.getByRole('link', { name: 'Back to crypto' })).toBeVisible();
  fakeServer.reject('GET /crypto/authorize-url', 'unavailable', 'The exchange is unavailable.');
  await button('Try again').click();
  await expect.element(page.getByText('The exchange is unavailable.')).toBeVisible();
});

test('a failed link to the exchange shows its reason', async () => {
  fakeServer.respond('GET /config', exampleConfig);
  fakeServer.reject('POST /cb/code', 'provider_failed', 'Coinbase rejected the code.');
  signIn();
  await renderApp(<Component />, { at: '/crypto/callback?code=code-1&state=state-123' });
  await expect
    .element(page.getByRole('heading', { name: "Coinbase couldn't be linked" }))
    .toBeVisible();
  await expect.element(page.getByText('Coinbase rejected the code.')).toBeVisible();
});

test('opening the callback without parameters redirects to the crypto page', async () => {
  fakeServer.respond('GET /config', exampleConfig);
  signIn();
  const { path } = await renderApp(<Component />, { at: '/crypto/callback' });
  await expect.poll(path).toBe('/crypto');
});
