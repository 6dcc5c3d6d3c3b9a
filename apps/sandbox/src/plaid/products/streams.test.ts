import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  COFFEE,
  customLogin,
  linkItem,
  type SandboxHarness,
  startSandbox,
  syncAll,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('income is a negative inflow stream, and every stream refers to synced transactions', async () => {
  const { accessToken } = await linkItem(sandbox);
  const { added } = await syncAll(sandbox, accessToken);
  const { data } = await sandbox.plaid.transactionsRecurringGet({ access_token: accessToken });
  expect(data.inflow_streams.length).toBeGreaterThan(0);
  expect(data.outflow_streams.length).toBeGreaterThan(3);
  const syncedIds = new Set(added.map((row) => row.transaction_id));
  for (const stream of data.inflow_streams) {
    expect(stream.average_amount.amount ?? 0).toBeLessThan(0);
  }
  for (const stream of [...data.inflow_streams, ...data.outflow_streams]) {
    expect(stream.transaction_ids.length).toBeGreaterThan(0);
    expect(stream.transaction_ids.every((id) => syncedIds.has(id))).toBe(true);
  }
});

test('transactions of a user_custom with a stream ID form a stream', async () => {
  const rent = (month: string, amount: number) => ({
    date_transacted: `2026-${month}-01`,
    date_posted: `2026-${month}-01`,
    amount,
    description: 'RENT',
    category: 'rent_and_utilities_rent',
    recurring: { stream_id: 'rent', frequency: 'MONTHLY' },
  });
  const { accessToken } = await linkItem(
    sandbox,
    customLogin([rent('09', 1400), rent('10', 1500), rent('11', 1600), COFFEE]),
  );
  const { data } = await sandbox.plaid.transactionsRecurringGet({ access_token: accessToken });
  expect(data.inflow_streams).toEqual([]);
  expect(data.outflow_streams).toMatchObject([
    {
      stream_id: 'rent',
      description: 'RENT',
      frequency: 'MONTHLY',
      first_date: '2026-09-01',
      last_date: '2026-11-01',
      predicted_next_date: '2026-12-01',
      average_amount: { amount: 1500 },
      last_amount: { amount: 1600 },
      is_active: true,
      status: 'MATURE',
    },
  ]);
  expect(data.outflow_streams[0]?.transaction_ids).toHaveLength(3);
});
