import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { paths } from '../../paths.ts';
import { useWelcome } from './welcome-countdown.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Welcome() {
  const [linked] = useWelcome();
  return <h1>Welcome, {linked?.institution}</h1>;
}

/** Opens the screen as if a bank had been linked this many milliseconds ago. Returns a function that gets the path. */
async function openAfterLinking(milliseconds: number) {
  const linked = { itemId: 'item', institution: 'Harbor Savings' };
  const state = { linked, linkedAt: Date.now() - milliseconds };
  const router = createMemoryRouter(
    [
      { path: paths.link, Component: Welcome },
      { path: paths.dashboard, element: <h1>Dashboard</h1> },
    ],
    { initialEntries: [{ pathname: paths.link, state }] },
  );
  const screen = await render(<RouterProvider router={router} />);
  // Not `expect.element`: it polls, and each poll advances the fake clock.
  expect(screen.getByText('Welcome, Harbor Savings').element()).toBeVisible();
  return () => router.state.location.pathname;
}

test('the welcome message stays for 5 s after a bank is linked, and then the dashboard opens', async () => {
  const openPath = await openAfterLinking(0);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(openPath()).toBe(paths.link);
  await vi.advanceTimersByTimeAsync(1);
  expect(openPath()).toBe(paths.dashboard);
});

test('a reload continues the countdown of the welcome message', async () => {
  const openPath = await openAfterLinking(3_000);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(openPath()).toBe(paths.link);
  await vi.advanceTimersByTimeAsync(1);
  expect(openPath()).toBe(paths.dashboard);
});
