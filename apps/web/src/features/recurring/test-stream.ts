import type { Stream } from './recurring.api.ts';

/** A stream for tests: a monthly gym membership that is due on May 10, 2026. */
export const testStream = (overrides: Partial<Stream> = {}): Stream => ({
  stream_id: 'id',
  name: null,
  stream_type: 'outflow',
  account_id: 'acc',
  merchant_name: 'Iron Gym',
  logo_url: null,
  description: 'IRON GYM DUES',
  last_amount: { amount: 44 },
  average_amount: { amount: 42 },
  currency: 'USD',
  frequency: 'MONTHLY',
  last_date: '2026-04-10',
  predicted_next_date: '2026-05-10',
  category: null,
  is_active: true,
  status: 'active',
  overdue: false,
  kind: null,
  confirmed: false,
  dismissed: false,
  ...overrides,
});
