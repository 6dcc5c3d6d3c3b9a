import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { PaidList } from './paid-list.tsx';
import { StreamList } from './stream-list.tsx';
import { testStream } from './test-stream.ts';

const logo =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const withLogo = testStream({ stream_id: 'a', merchant_name: 'Harbor Bean', logo_url: logo });
const withoutLogo = testStream({ stream_id: 'b', merchant_name: 'Pinto Fuel' });

test("a recurring payment shows its merchant's logo or initial before and after it is paid", async () => {
  const streams = [withLogo, withoutLogo];
  await renderApp(
    <>
      <StreamList streams={streams} today="2026-05-08" />
      <PaidList payments={streams.map((stream) => ({ stream, day: '2026-05-01', amount: 9 }))} />
    </>,
  );
  const rows = page.getByRole('listitem');
  for (const row of rows.filter({ hasText: 'Harbor Bean' }).all())
    expect(row.element().querySelector('img')?.getAttribute('src')).toBe(logo);
  for (const row of rows.filter({ hasText: 'Pinto Fuel' }).all())
    await expect.element(row.getByText('P', { exact: true })).toBeVisible();
  await expect.poll(() => rows.all().length).toBe(4);
});
