import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { saveProviderRedirect } from '../../features/auth/sign-in/provider-redirect.ts';
import { exampleConfig } from '../../testing/example-config.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { Component } from './apple-cb.screen.tsx';

test('canceling at Apple leads back to the sign-in page, and shows no error', async () => {
  fakeServer.respond('GET /config', exampleConfig);
  saveProviderRedirect({ purpose: 'sign-in', next: '/' });
  const { path } = await renderApp(<Component />, { at: '/apple/cb?error=cancelled' });
  await expect.poll(path).toBe('/login');
  await expect.element(page.getByRole('heading', { name: /error/ })).not.toBeInTheDocument();
});

test('a sign-in at Apple that took too long shows the reason and can be retried', async () => {
  fakeServer.respond('GET /config', exampleConfig);
  saveProviderRedirect({ purpose: 'sign-in', next: '/transactions' });
  await renderApp(<Component />, { at: '/apple/cb?error=expired' });
  await expect.element(page.getByText(/^Signing in took too long/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Log in' }))
    .toHaveAttribute('href', '/login?next=%2Ftransactions');
});
