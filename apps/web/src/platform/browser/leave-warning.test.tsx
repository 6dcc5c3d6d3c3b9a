import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../testing/find-by-role.ts';
import { useLeaveWarning } from './leave-warning.ts';

function Secrets() {
  const [isSaved, setSaved] = useState(false);
  useLeaveWarning(!isSaved);
  return (
    <button type="button" onClick={() => setSaved(true)}>
      Saved
    </button>
  );
}

/** True if the browser would ask before the user leaves the page. */
const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('until its content is saved, leaving the page needs confirmation and the back button does nothing', async () => {
  const router = createMemoryRouter(
    [
      { path: '/before', element: 'The page before' },
      { path: '/secrets', element: <Secrets /> },
      { path: '/login', element: 'Log in' },
    ],
    { initialEntries: ['/before', '/secrets'] },
  );
  await render(<RouterProvider router={router} />);
  await expect.element(button('Saved')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe('/secrets');
  await button('Saved').click();
  await expect.poll(asksBeforeLeaving).toBe(false);
  await router.navigate(-1);
  await expect.element(page.getByText('The page before')).toBeVisible();
});

test('a session that ends leads to the sign-in page, even with unsaved content', async () => {
  const router = createMemoryRouter(
    [
      { path: '/secrets', element: <Secrets /> },
      { path: '/login', element: 'Log in' },
    ],
    { initialEntries: ['/secrets'] },
  );
  await render(<RouterProvider router={router} />);
  await expect.element(button('Saved')).toBeVisible();
  await router.navigate('/login');
  await expect.element(page.getByText('Log in')).toBeVisible();
});
