import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createMemoryRouter, type InitialEntry, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { startLink } from '../../domain/start-link.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button } from '../../testing/find-by-role.ts';
import { signIn } from '../../testing/sign-in.ts';
import { LinkBank } from './link-bank.tsx';
import type { LinkScript } from './link-script.ts';

/** Stands in for the aggregator's script: its flow is a dialog with an Exit button. */
const script: LinkScript = {
  create: ({ onExit }) => {
    const flow = document.createElement('dialog');
    flow.innerHTML = '<button>Exit</button>';
    flow.onclick = () => onExit(null, {});
    return {
      open: () => {
        document.body.append(flow);
        flow.showModal();
      },
      exit: () => undefined,
      destroy: () => flow.remove(),
    };
  },
};

const flow = page.getByRole('dialog');
const linkButton = button('Link a bank account');

beforeEach(() => {
  signIn();
  // Makes the script available without loading it.
  queryClient.setQueryData(['link script'], script);
  fakeServer.respond('GET /institutions', { link_tokens: [], revoked_institutions: [] });
  fakeServer.respond('GET /user/sync', { state: 'idle', last_sync_pretty: '', items: [] });
  fakeServer.respond('POST /plaid/', { token: 'token-1', expiration: '2026-11-23T15:00:00Z' });
});

/** Renders the dashboard's button and the link screen. */
async function openApp(entry: InitialEntry) {
  const router = createMemoryRouter(
    [
      { path: paths.dashboard, element: <Link {...startLink}>Link another bank</Link> },
      { path: paths.link, element: <LinkBank onLinked={vi.fn()} onUpdated={vi.fn()} /> },
    ],
    { initialEntries: [entry] },
  );
  await render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
}

const pressLinkAnother = () => page.getByRole('link', { name: 'Link another bank' }).click();
const expectNoFlow = async () => {
  await expect.element(linkButton).not.toHaveAttribute('aria-busy');
  await expect.element(flow).not.toBeInTheDocument();
};

test('a button to link another bank starts the link flow without another press', async () => {
  await openApp('/');
  await pressLinkAnother();
  await expect.element(flow).toBeVisible();
});

test('after leaving the link flow, neither Back and Forward nor a reload starts it again', async () => {
  const router = await openApp('/');
  await pressLinkAnother();
  await button('Exit').click();
  await expect.element(flow).not.toBeInTheDocument();
  await expect.element(linkButton).toBeVisible();
  await router.navigate(-1);
  await expect.element(linkButton).not.toBeInTheDocument();
  await router.navigate(1);
  await expectNoFlow();
  // A reload reads the history entry again.
  expect(router.state.location.state).toBeNull();
});

test('a direct visit to the link screen shows the page, and its button starts the flow', async () => {
  await openApp(paths.link);
  await expectNoFlow();
  await linkButton.click();
  await expect.element(flow).toBeVisible();
});

test('if the link flow fails to start, the page shows the error and its button', async () => {
  fakeServer.reject('POST /plaid/', 'internal', 'Please try again later.');
  await openApp('/');
  await pressLinkAnother();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Please try again later.');
  fakeServer.respond('POST /plaid/', { token: 'token-2', expiration: '2026-11-23T15:00:00Z' });
  await button('Retry').click();
  await expectNoFlow();
});
