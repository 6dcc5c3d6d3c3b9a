import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CryptoHistoryCard } from './history-card.tsx';

const day = (date: string, kind: 'seen' | 'estimated') => ({ date, value: 42.5, cash: 0, kind });

test('the value of a day without a sync is labeled as estimated', async () => {
  fakeServer.respond('GET /cb/history', {
    points: [day('2026-05-01', 'seen'), day('2026-05-02', 'estimated'), day('2026-05-03', 'seen')],
  });
  await renderApp(<CryptoHistoryCard />);
  const chart = page.getByRole('slider', { name: 'Total value per day' });
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'May 3, 2026: $42.50');
  chart.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'May 2, 2026: $42.50, estimated');
});

test('a history of a single day is shown in a sentence instead of a chart', async () => {
  fakeServer.respond('GET /cb/history', { points: [day('2026-05-01', 'seen')] });
  await renderApp(<CryptoHistoryCard />);
  await expect
    .element(page.getByText(/^The history starts on May 1, 2026 with \$42\.50\./))
    .toBeVisible();
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument();
});
