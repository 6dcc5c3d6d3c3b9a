import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../testing/find-by-role.ts';
import { ErrorScreen } from './error.screen.tsx';

const message = 'points is not iterable';

/** Renders the screen for a loader's error, which React doesn't log, unlike an error during rendering. */
async function openWith(error: unknown) {
  const loader = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: '/', loader, ErrorBoundary: ErrorScreen }]);
  await render(<RouterProvider router={router} />);
}

afterEach(() => {
  vi.restoreAllMocks();
});

const alert = page.getByRole('alert');

test('the error page says what to do, and keeps the technical message in its details', async () => {
  await openWith(new TypeError(message));
  await expect
    .element(page.getByRole('heading', { name: 'Unexpected Application Error!' }))
    .toBeVisible();
  await expect.element(alert).toMatchTextContent('Nothing you saved has been lost. Try again');
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(page.getByRole('group')).not.toHaveAttribute('open');
  await page.getByText('Details', { exact: true }).click();
  await expect.element(page.getByRole('group')).toHaveAttribute('open');
  await expect.element(page.getByText(/points is not iterable/)).toBeVisible();
});

test('the details are copied with the page and the time', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openWith(new TypeError(message));
  await page.getByText('Details', { exact: true }).click();
  await button('Copy details').click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
  expect(write.mock.calls[0]?.[0]).toMatch(
    /^Error: points is not iterable\nPage: \/.*\nTime: \d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
  );
});

test('if the details cannot be copied, the page says how to copy them', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await openWith(new Response('', { status: 404, statusText: 'Not Found' }));
  await page.getByText('Details', { exact: true }).click();
  await expect.element(page.getByText(/^Error: 404 Not Found/)).toBeVisible();
  await button('Copy details').click();
  await expect.element(page.getByRole('status')).toMatchTextContent('Select the text to copy it');
});
