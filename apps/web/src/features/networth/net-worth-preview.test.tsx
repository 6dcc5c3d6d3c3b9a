import type { CallResponse } from '@cairn/contract/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { button } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { NetWorthPreview } from './net-worth-preview.tsx';

const historyCall = 'GET /user/networth/history';
type History = CallResponse<typeof historyCall>;

/** A history of daily values that ends on November 23, 2026. The first `estimated` days are estimates. */
function historyOf(nets: readonly number[], estimated = 0): History {
  const points = nets.map((net, index) => ({
    date: `2026-11-${String(24 - nets.length + index).padStart(2, '0')}`,
    assets: net + 500,
    debts: 500,
    net,
    groups: [],
    estimated: index < estimated,
  }));
  return { points, groups: [], currency: 'USD', accounts: [], crypto: null, omitted_count: 0 };
}

const card = page.getByRole('region', { name: 'Net worth' });
const line = card.getByRole('img');
const heightOf = () => card.element().getBoundingClientRect().height;

async function openCard(history: History) {
  fakeServer.respond(historyCall, history);
  await renderApp(<NetWorthPreview neverSynced={false} />);
}

test('net worth is shown with its change and its line, at the height of the placeholder', async () => {
  const respond = fakeServer.pause(historyCall);
  await openCard(historyOf([1000, 1500, 2204.21]));
  await expect.element(page.getByText('Loading your net worth')).toBeInTheDocument();
  const placeholderHeight = heightOf();
  respond();
  await expect.element(card).toMatchTextContent('$2,204.21Up $1,204.21 since Nov 21');
  await expect
    .element(line)
    .toHaveAccessibleName(
      'Net worth from Nov 21, 2026 to Nov 23, 2026: from $1,000.00 to $2,204.21.',
    );
  await expect.element(card).not.toMatchTextContent('estimated');
  expect(heightOf()).toBe(placeholderHeight);
});

test('estimated days are dashed, labeled as estimated, and left out of the change', async () => {
  await openCard(historyOf([90_000, 90_000, 1000, 950], 2));
  await expect.element(card).toMatchTextContent('Down $50.00 since Nov 22');
  await expect.element(card).toMatchTextContent('Dashed: estimated');
  await expect.element(line).toHaveAccessibleName(/partly estimated/);
});

test('on the first known day of a long history, the net worth card says that earlier days are estimated', async () => {
  await openCard(historyOf([900, 950, 1000], 2));
  await expect
    .element(card)
    .toMatchTextContent('$1,000.00Before today, some balances are estimated.');
  await expect.element(card).not.toMatchTextContent('History starts today');
  await expect.element(line).toBeVisible();
});

test('on the first day, the net worth card shows an amount but no line yet', async () => {
  await openCard(historyOf([1000]));
  await expect.element(card).toMatchTextContent('$1,000.00History starts today.');
  await expect.element(line).not.toBeInTheDocument();
});

test('without balances, the net worth card says what will appear in it', async () => {
  await openCard(historyOf([]));
  await expect
    .element(card)
    .toMatchTextContent('What you own and what you owe will appear here once you link a bank.');
});

test('while the first sync runs, the net worth card says that balances are on their way', async () => {
  fakeServer.respond(historyCall, historyOf([]));
  await renderApp(<NetWorthPreview neverSynced />);
  await expect.element(card).toMatchTextContent("Your balances haven't arrived yet.");
});

test('a failure to load net worth can be retried, and the card keeps its height', async () => {
  const respond = fakeServer.pause(historyCall);
  fakeServer.reject(historyCall, 'internal', 'Please try again later.');
  await renderApp(<NetWorthPreview neverSynced={false} />);
  await expect.element(page.getByText('Loading your net worth')).toBeInTheDocument();
  const placeholderHeight = heightOf();
  respond();
  await expect.element(card.getByRole('alert')).toBeVisible();
  expect(heightOf()).toBe(placeholderHeight);
  fakeServer.respond(historyCall, historyOf([1, 2]));
  await button('Retry').click();
  await expect.element(card).toMatchTextContent('$2.00');
});
