import { describe, expect, test } from 'vitest';
import { getInclusion } from './inclusion.ts';

const inclusion = (
  excluded: Parameters<typeof getInclusion>[0]['excluded'],
  effective_category = 'other',
) => getInclusion({ excluded, effective_category });

describe('the inclusion of a transaction', () => {
  test('counted and user-excluded transactions can be toggled', () => {
    expect(inclusion(null)).toEqual({ state: 'included' });
    expect(inclusion('user')).toEqual({ state: 'excluded' });
  });

  test('an excluded card payment has its own reason', () => {
    expect(inclusion('category', 'loan_payments_credit_card_payment')).toEqual({
      state: 'automatic',
      reason:
        'Credit card payments are excluded. If you want to include this, recategorize it as another category',
    });
  });

  test('a withdrawal and an internal transfer both have the transfer reason', () => {
    const reason =
      'Transfers to internal accounts are excluded. If you want to include this, recategorize it as another category';
    expect(inclusion('category', 'transfer_out_withdrawal')).toEqual({
      state: 'automatic',
      reason,
    });
    expect(inclusion('transfer', 'transfer_in_account_transfer')).toEqual({
      state: 'automatic',
      reason,
    });
  });

  test('a transaction in a hidden account cannot be toggled', () => {
    expect(inclusion('account')).toMatchObject({ state: 'automatic' });
  });
});
