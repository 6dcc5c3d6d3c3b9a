import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import DownloadDialog from './download-dialog.tsx';
import { emptyFilter, type TransactionFilter } from './transaction-filter.ts';

const exportCall = 'POST /user/transactions/export';

async function openDownload(count: number, filter: Partial<TransactionFilter> = {}) {
  fakeServer.respond('POST /user/transactions/summary', {
    count,
    sum_in: 0,
    sum_out: 0,
    omitted_count: 0,
    currency: 'USD',
  });
  const onClosed = vi.fn();
  await renderApp(
    <DownloadDialog
      filter={{ ...emptyFilter, ...filter }}
      accountIds={['card', 'checking']}
      accountName={(id) => (id === 'card' ? 'Travel Card' : id)}
      onClosed={onClosed}
    />,
  );
  await expect.element(dialog('Download transactions')).toBeVisible();
  return onClosed;
}

const respondWithFile = () =>
  fakeServer.respondWithFile(exportCall, 'date,amount\n2026-05-15,4.50\n', 'text/csv');

test('the download dialog summarizes the file, its rows, and its filters', async () => {
  await openDownload(1240, { accounts: ['card'], search: 'market' });
  const summary = dialog('Download transactions');
  await expect.element(page.getByText('1,240')).toBeVisible();
  for (const text of ['transactions.csv', 'All Time', 'Travel Card', '“market”'])
    await expect.element(summary).toMatchTextContent(text);
});

test('a download sends the filter, saves the file, and is confirmed', async () => {
  respondWithFile();
  const onClosed = await openDownload(1, { search: 'market' });
  await button('Download').click();
  await expect.element(page.getByRole('dialog', { name: 'Transactions downloaded' })).toBeVisible();
  await expect.element(dialog('Download transactions')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(exportCall)[0]?.body).toEqual({
    search_str: 'market',
    account: ['card', 'checking'],
    category: expect.arrayContaining(['food_and_drink', 'food_and_drink_coffee', 'other']),
    date_range: 'all_time',
  });
  expect(onClosed).toHaveBeenCalledOnce();
});

test('a failed download shows the reason and can be retried', async () => {
  fakeServer.reject(exportCall, 'too_many_requests', 'Please wait a minute.');
  await openDownload(1);
  await button('Download').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to download file. Please wait a minute.');
  respondWithFile();
  await button('Download').click();
  await expect.element(dialog('Download transactions')).not.toBeInTheDocument();
});

test('Cancel stops a running download and keeps the dialog open', async () => {
  respondWithFile();
  fakeServer.pause(exportCall);
  await openDownload(1);
  await button('Download').click();
  await expect.element(button('Download')).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByText('Preparing your transactions…')).toBeVisible();
  await button('Cancel').click();
  await expect.element(button('Download')).not.toHaveAttribute('aria-busy');
  await expect.element(dialog('Download transactions')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('nothing can be downloaded if no transaction matches', async () => {
  await openDownload(0);
  await expect.element(button('Download')).toHaveAttribute('aria-disabled', 'true');
});
