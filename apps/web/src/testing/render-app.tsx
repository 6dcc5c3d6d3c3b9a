import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { render } from 'vitest-browser-react';
import { queryClient } from '../platform/api/query-client.ts';
import ToastViewport from '../ui/overlay/toast-viewport.tsx';
import { TooltipHost } from '../ui/overlay/tooltip-host.tsx';

/**
 * Renders an element inside everything that the app provides: its query cache, a router, toasts, and tooltips.
 * `path` returns where the app has navigated to; every path shows the same element.
 */
export async function renderApp(
  element: ReactNode,
  { at = '/' }: { at?: string } = {},
): Promise<{ path: () => string }> {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  await render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastViewport />
        <TooltipHost />
      </QueryClientProvider>
    </StrictMode>,
  );
  return {
    path: () => {
      const { pathname, search, hash } = router.state.location;
      return `${pathname}${search}${hash}`;
    },
  };
}
