import { describe, expect, test } from 'vitest';
import { inclusionOf } from './inclusion.ts';

const of = (
  excluded: Parameters<typeof inclusionOf>[0]['excluded'],
  effective_category = 'other',
) => inclusionOf({ excluded, effective_category });

describe('the inclusion of a transaction', () => {
  test('counted ones and those the person took out can be switched', () => {
    expect(of(null)).toEqual({ state: 'included' });
    expect(of('user')).toEqual({ state: 'excluded' });
  });

  test('a card payment says that it is one', () => {
    expect(of('category', 'loan_payments_credit_card_payment')).toEqual({
      state: 'automatic',
      reason:
        'Credit card payments are excluded. If you want to include this, recategorize it as another category',
    });
  });

  test('a withdrawal and an internal transfer say that transfers are out', () => {
    const reason =
      'Transfers to internal accounts are excluded. If you want to include this, recategorize it as another category';
    expect(of('category', 'transfer_out_withdrawal')).toEqual({ state: 'automatic', reason });
    expect(of('transfer', 'transfer_in_account_transfer')).toEqual({ state: 'automatic', reason });
  });

  test('one of a hidden account has no switch either', () => {
    expect(of('account')).toMatchObject({ state: 'automatic' });
  });
});
