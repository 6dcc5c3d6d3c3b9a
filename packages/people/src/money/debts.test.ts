import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { demoPerson } from '../demo/demo-person.ts';
import { people } from '../people.ts';

const days = ['2026-11-08', '2026-11-09', '2026-11-13', '2026-11-14', '2026-11-22', '2026-12-31'];

describe.each([...people, demoPerson])('$username', (person) => {
  // The heavy spender uses the same code, and generating their life takes a second per day.
  const testedDays = person.username === 'user_heavy' ? days.slice(0, 1) : days;
  test.each(testedDays)(
    'on %s every card has a recent statement, and the payment due is at most its balance',
    (today) => {
      const { accounts, transactions } = person.generateLife(today, 1);
      for (const { key, debt } of accounts.filter(({ type }) => type === 'credit')) {
        if (debt === null) throw new Error(`${key} has no debt details`);
        expect(debt.statementDate !== null && debt.statementDate <= today, key).toBe(true);
        const age = parseDay(today).number - parseDay(debt.statementDate ?? '').number;
        expect(age, key).toBeLessThan(32);
        const isDue = (debt.nextPayment ?? 0) > 0;
        expect(debt.nextDueDate === null, key).toBe(!isDue);
        if (isDue) {
          expect(debt.nextPayment).toBeLessThanOrEqual(debt.statementBalance ?? 0);
          expect((debt.nextDueDate ?? '') > (debt.statementDate ?? ''), key).toBe(true);
        }
        // The payment is also among the transactions.
        const payments = transactions.filter(
          (row) => row.accountKey === key && row.amount < 0 && row.date === debt.lastPaymentDate,
        );
        if (debt.lastPayment !== null)
          expect(
            payments.map(({ amount }) => -amount),
            key,
          ).toContain(debt.lastPayment);
      }
    },
  );
});

test('a mortgage is due on the 1st, and the last payment was on the 1st of this month', () => {
  const { accounts } = demoPerson.generateLife('2026-11-22', 1);
  expect(accounts.find(({ key }) => key === 'mortgage')?.debt).toMatchObject({
    kind: 'mortgage',
    rate: 4.25,
    nextPayment: 208_540,
    nextDueDate: '2026-12-01',
    lastPaymentDate: '2026-11-01',
  });
  // Its lender reports only the balance.
  expect(accounts.find(({ key }) => key === 'car-loan')?.debt).toBeNull();
});
