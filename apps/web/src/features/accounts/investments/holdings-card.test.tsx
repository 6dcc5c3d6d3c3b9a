import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { HoldingsCard } from './holdings-card.tsx';

const renderHolding = (cost: { cost_basis: number | null; gain: number | null }) =>
  renderApp(
    <HoldingsCard
      account={{
        account_id: 'ira',
        currency: 'USD',
        holdings: [
          {
            security_id: 'fund',
            name: 'A Fund',
            ticker_symbol: 'AFND',
            type: 'etf',
            is_cash: false,
            quantity: '10',
            price: '10',
            price_as_of: '2026-05-12',
            value: 100,
            currency: 'USD',
            ...cost,
          },
        ],
        total: 100,
        unaccounted_balance: 0,
        as_of: '2026-05-12T08:00:00Z',
      }}
      updatedAt={Date.parse('2026-05-12T08:00:00Z')}
    />,
  );

const headings = () => [...document.querySelectorAll('th')].map((cell) => cell.textContent);

test('holdings show their cost and gain', async () => {
  await renderHolding({ cost_basis: 80, gain: 20 });
  await expect.element(page.getByText('A Fund')).toBeVisible();
  expect(headings()).toEqual(['Security', 'Quantity', 'Price', 'Cost', 'Gain', 'Value']);
});

test('holdings without any known cost have no columns for cost and gain', async () => {
  await renderHolding({ cost_basis: null, gain: null });
  await expect.element(page.getByText('A Fund')).toBeVisible();
  expect(headings()).toEqual(['Security', 'Quantity', 'Price', 'Value']);
});
