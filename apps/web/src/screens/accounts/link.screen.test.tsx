import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { paths } from '../../paths.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { Component } from './link.screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Opens the screen as after a bank was linked the given number of milliseconds ago. */
async function openAfterLinking(milliseconds: number) {
  const linked = { itemId: 'item', institution: 'Harbor Savings' };
  const router = createMemoryRouter(
    [
      { path: paths.link, Component },
      { path: paths.dashboard, element: <h1>Dashboard</h1> },
    ],
    {
      initialEntries: [
        { pathname: paths.link, state: { linked, at: Date.now() - milliseconds } },
      ],
    },
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

test('the welcome message stays for 5 s after a bank is linked, and then the dashboard opens', async () => {
  const router = await openAfterLinking(0);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(router.state.location.pathname).toBe(paths.link);
  await vi.advanceTimersByTimeAsync(1);
  expect(router.state.location.pathname).toBe(paths.dashboard);
});

test('a reload continues the countdown of the welcome message', async () => {
  const router = await openAfterLinking(3_000);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(router.state.location.pathname).toBe(paths.link);
  await vi.advanceTimersByTimeAsync(1);
  expect(router.state.location.pathname).toBe(paths.dashboard);
});
