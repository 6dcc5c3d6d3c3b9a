import type { Holding, LiabilitiesObject, Security } from 'plaid';
import { describe, expect, test } from 'vitest';
import { isProductUnavailable, PlaidError } from './errors.ts';
import { mapHoldings } from './map-holdings.ts';
import { mapLiabilities } from './map-liabilities.ts';

const card = {
  account_id: 'card',
  aprs: [
    {
      apr_type: 'purchase_apr',
      apr_percentage: 22.49,
      balance_subject_to_apr: null,
      interest_charge_amount: null,
    },
  ],
  is_overdue: false,
  last_payment_amount: 410.5,
  last_payment_date: '2026-11-08',
  last_statement_issue_date: '2026-11-13',
  last_statement_balance: 912.34,
  minimum_payment_amount: 35,
  next_payment_due_date: '2026-12-08',
};
const mortgage = {
  account_id: 'house',
  interest_rate: { percentage: 4.25, type: 'fixed' },
  last_payment_amount: 2085.4,
  last_payment_date: '2026-11-01',
  maturity_date: '2051-07-01',
  next_monthly_payment: 2085.4,
  next_payment_due_date: '2026-12-01',
  origination_date: '2021-06-18',
  origination_principal_amount: 358_000,
  past_due_amount: 12.5,
};
// Only the fields that are read.
const map = (liabilities: object) => mapLiabilities(liabilities as unknown as LiabilitiesObject);

describe('liabilities', () => {
  test('of a card have its statement, payment, and rates', () => {
    expect(map({ credit: [card], mortgage: null, student: null })).toEqual([
      {
        provider_account_id: 'card',
        kind: 'credit',
        minimum_payment_amount: '35.00',
        next_payment_due_date: '2026-12-08',
        is_overdue: false,
        past_due_amount: null,
        last_payment_amount: '410.50',
        last_payment_date: '2026-11-08',
        last_statement_balance: '912.34',
        last_statement_issue_date: '2026-11-13',
        interest_rate: null,
        interest_type: null,
        aprs: [{ type: 'purchase_apr', percentage: '22.4900' }],
        origination_principal_amount: null,
        origination_date: null,
        maturity_date: null,
      },
    ]);
  });

  test('of a mortgage are overdue if an amount is past due', () => {
    const mapWithPastDue = (past_due_amount: number | null) =>
      map({ mortgage: [{ ...mortgage, past_due_amount }] })[0];
    expect(mapWithPastDue(12.5)).toMatchObject({
      kind: 'mortgage',
      minimum_payment_amount: '2085.40',
      interest_rate: '4.2500',
      interest_type: 'fixed',
      origination_principal_amount: '358000.00',
      is_overdue: true,
      past_due_amount: '12.50',
    });
    expect(mapWithPastDue(0)?.is_overdue).toBe(false);
    expect(mapWithPastDue(null)?.is_overdue).toBeNull();
  });

  test('of student loans, other loans, and lines of credit are mapped to common fields', () => {
    const student = {
      account_id: 's',
      interest_rate_percentage: 5.1,
      expected_payoff_date: '2039-08-20',
    };
    const loan = { account_id: 'l', next_payment_amount: 471.15, interest_rate: null };
    const line = { account_id: 'c', next_payment_amount: 20, aprs: card.aprs };
    const mapped = map({ student: [student], loan: [loan], line_of_credit: [line] });
    expect(mapped).toMatchObject([
      { kind: 'student', interest_rate: '5.1000', maturity_date: '2039-08-20', is_overdue: null },
      { kind: 'loan', minimum_payment_amount: '471.15', interest_rate: null },
      { kind: 'line_of_credit', minimum_payment_amount: '20.00', aprs: [{ type: 'purchase_apr' }] },
    ]);
  });

  test('may be missing, have no account, or repeat an account', () => {
    expect(map({ credit: null, mortgage: null, student: null })).toEqual([]);
    expect(map({ credit: [{ ...card, account_id: null }] })).toEqual([]);
    const repeated = map({ credit: [card, { ...card, minimum_payment_amount: 40 }] });
    expect(repeated.map(({ minimum_payment_amount }) => minimum_payment_amount)).toEqual(['40.00']);
  });

  test.each([
    [{ minimum_payment_amount: 1e30 }, 'MALFORMED_AMOUNT'],
    [{ next_payment_due_date: 'soon' }, 'MALFORMED_DATE'],
    [{ next_payment_due_date: '+012026-01-01' }, 'MALFORMED_DATE'],
  ])('%j is rejected, so that it cannot fail the whole sync in the database', (change, code) => {
    expect(() => map({ credit: [{ ...card, ...change }] })).toThrow(code);
  });
});

describe('a holding', () => {
  const holding = {
    account_id: 'ira',
    security_id: 'fund',
    institution_price: 12.34567891,
    institution_price_as_of: '2026-11-20',
    institution_value: 30.86,
    cost_basis: null,
    quantity: 2.5,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  };
  const security = { security_id: 'fund', name: 'A Fund', ticker_symbol: 'AFND', type: 'etf' };
  const mapOne = (change: object = {}, securities: object[] = [security]) =>
    mapHoldings({
      holdings: [{ ...holding, ...change }] as unknown as Holding[],
      securities: securities as unknown as Security[],
    })[0];

  test("has the institution's value, not quantity times price", () => {
    expect(mapOne({ institution_value: 31 })).toEqual({
      provider_account_id: 'ira',
      provider_security_id: 'fund',
      name: 'A Fund',
      ticker_symbol: 'AFND',
      security_type: 'etf',
      is_cash: false,
      quantity: '2.5',
      institution_price: '12.34567891',
      price_as_of: '2026-11-20',
      institution_value: '31.00',
      cost_basis: null,
      currency: 'USD',
    });
  });

  test('is listed even if its security is unknown', () => {
    expect(mapOne({ institution_price_as_of: null }, [])).toMatchObject({
      name: null,
      security_type: null,
      price_as_of: null,
    });
    expect(
      mapOne({ institution_price_as_of: null, institution_price_datetime: '2026-11-20T21:00:00Z' }),
    ).toMatchObject({ price_as_of: '2026-11-20' });
  });

  test.each([{ institution_value: null }, { quantity: Number.NaN }, { institution_price: 1e300 }])(
    '%j is rejected',
    (change) => {
      expect(() => mapOne(change)).toThrow('MALFORMED_AMOUNT');
    },
  );
});

test.each([
  ['NO_LIABILITY_ACCOUNTS', true],
  ['NO_INVESTMENT_ACCOUNTS', true],
  ['PRODUCTS_NOT_SUPPORTED', true],
  ['ADDITIONAL_CONSENT_REQUIRED', true],
  ['PRODUCT_NOT_READY', false],
  ['ITEM_LOGIN_REQUIRED', false],
])('%s means that the product is unavailable: %s', (code, isUnavailable) => {
  expect(isProductUnavailable(new PlaidError('unexpected', code))).toBe(isUnavailable);
});
