/** The worked example: a `user_custom` person with one row of each kind, in the month of `today` and not after it. */
export function workedExample(today: Temporal.PlainDate): { username: string; password: string } {
  // Early in the month, rows that would be in the future happen today.
  const on = (day: number) => today.with({ day: Math.min(day, today.day) }).toString();
  const row = (
    day: number,
    amount: number,
    category: string,
    more: Record<string, unknown> = {},
  ) => ({
    date_transacted: on(day),
    date_posted: on(day),
    amount,
    description: category.replaceAll('_', ' '),
    currency: 'USD',
    category,
    ...more,
  });
  const override_accounts = [
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 3200,
      currency: 'USD',
      meta: { name: 'Everyday Checking', mask: '0001' },
      transactions: [
        row(1, 1500, 'rent_and_utilities_rent'),
        row(2, -2600, 'income_wages'),
        row(5, 400, 'loan_payments_credit_card_payment'),
        row(6, 250, 'transfer_out_account_transfer'),
        row(8, 60, 'transfer_out_withdrawal'),
        row(9, 35, 'transfer_out_account_transfer'),
      ],
    },
    {
      type: 'depository',
      subtype: 'savings',
      starting_balance: 10_250,
      currency: 'USD',
      meta: { name: 'Rainy Day', mask: '0002' },
      transactions: [row(7, -250, 'transfer_in_account_transfer')],
    },
    {
      type: 'credit',
      subtype: 'credit card',
      starting_balance: 175.6,
      currency: 'USD',
      meta: { name: 'Daily Card', mask: '0003', limit: 2000 },
      transactions: [
        row(3, 84.1, 'food_and_drink_groceries'),
        row(4, -20, 'food_and_drink_groceries'),
        row(5, -400, 'loan_payments_credit_card_payment'),
        row(10, 12.5, 'food_and_drink_coffee', { pending: true }),
        row(11, 99, 'general_merchandise_electronics'),
      ],
    },
  ];
  return { username: 'user_custom', password: JSON.stringify({ override_accounts }) };
}
