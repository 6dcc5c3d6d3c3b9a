import { monthly, yearly } from '../calendar/schedule.ts';
import type { AccountPlan } from '../life-plan.ts';
import { amortizedBalance, investmentValue, renewedLoanBalance } from '../money/balance-models.ts';
import { autosave, investSurplus } from '../money/sweep-labels.ts';

const everyday: readonly AccountPlan[] = [
  {
    key: 'checking',
    type: 'depository',
    subtype: 'checking',
    name: 'Family Checking',
    officialName: 'Family Joint Checking Account',
    mask: '2210',
    balance: {
      kind: 'target',
      target: 520_000,
      sweep: { to: 'savings', schedule: monthly(17, 'after'), ...autosave },
    },
  },
  {
    key: 'savings',
    type: 'depository',
    subtype: 'savings',
    name: 'Rainy Day Savings',
    officialName: 'High Yield Savings Account',
    mask: '2228',
    balance: {
      kind: 'target',
      target: 1_850_000,
      sweep: { to: 'brokerage', schedule: yearly(1, 21), ...investSurplus },
    },
  },
  {
    key: 'card',
    type: 'credit',
    subtype: 'credit card',
    name: 'Everyday Rewards Card',
    officialName: 'Everyday Rewards Credit Card',
    mask: '7706',
    balance: {
      kind: 'card',
      limit: 1_500_000,
      payment: { from: 'checking', closingDay: 13, paymentDay: 8 },
    },
  },
  {
    key: 'travel-card',
    type: 'credit',
    subtype: 'credit card',
    name: 'Compass Travel Card',
    officialName: 'Compass Signature Travel Card',
    mask: '9041',
    balance: {
      kind: 'card',
      limit: 900_000,
      payment: { from: 'checking', closingDay: 21, paymentDay: 16 },
    },
  },
  {
    key: 'money-market',
    type: 'depository',
    subtype: 'money market',
    name: 'Home Fund',
    officialName: 'Premier Money Market Account',
    mask: '2236',
    balance: {
      kind: 'target',
      target: 1_640_000,
      sweep: { to: 'brokerage', schedule: yearly(2, 6), ...investSurplus },
    },
  },
];

const loans: readonly AccountPlan[] = [
  {
    key: 'mortgage',
    type: 'loan',
    subtype: 'mortgage',
    name: 'Home Mortgage',
    officialName: '30 Year Fixed Rate Mortgage',
    mask: '0415',
    balance: {
      kind: 'computed',
      balanceOn: amortizedBalance({
        principal: 35_800_000,
        percent: 4.25,
        years: 30,
        year: 2021,
        month: 8,
      }),
    },
    loan: {
      kind: 'mortgage',
      percent: 4.25,
      payment: 208_540,
      schedule: monthly(1),
      principal: 35_800_000,
      originationDate: '2021-06-18',
      maturityDate: '2051-07-01',
    },
  },
  {
    key: 'car-loan',
    type: 'loan',
    subtype: 'auto',
    name: 'Car Loan',
    officialName: '72 Month Auto Loan',
    mask: '6630',
    balance: {
      kind: 'computed',
      balanceOn: renewedLoanBalance({
        principal: 2_850_000,
        percent: 5.9,
        years: 6,
        year: 2024,
        month: 3,
        renewalYears: 5,
      }),
    },
  },
  {
    key: 'student-loan',
    type: 'loan',
    subtype: 'student',
    name: 'Student Loan',
    officialName: 'Direct Consolidation Loan',
    mask: '3387',
    balance: {
      kind: 'computed',
      balanceOn: amortizedBalance({
        principal: 4_200_000,
        percent: 5.1,
        years: 20,
        year: 2019,
        month: 9,
      }),
    },
    loan: {
      kind: 'student',
      percent: 5.1,
      payment: 27_950,
      schedule: monthly(20, 'after'),
      principal: 4_200_000,
      originationDate: '2019-07-30',
      maturityDate: '2039-08-20',
    },
  },
];

const investments: readonly AccountPlan[] = [
  {
    key: 'brokerage',
    type: 'investment',
    subtype: 'brokerage',
    name: 'Joint Brokerage',
    officialName: 'Joint Brokerage Account',
    mask: '5508',
    balance: { kind: 'computed', balanceOn: investmentValue(9_640_000, 16) },
  },
  {
    key: 'ira',
    type: 'investment',
    subtype: 'ira',
    name: 'Roth IRA',
    officialName: 'Roth Individual Retirement Account',
    mask: '5516',
    balance: { kind: 'computed', balanceOn: investmentValue(4_320_000, 14) },
  },
  {
    key: '401k',
    type: 'investment',
    subtype: '401k',
    name: 'Northlight 401(k)',
    officialName: 'Northlight Robotics 401(k) Plan',
    mask: '9903',
    balance: { kind: 'computed', balanceOn: investmentValue(14_870_000, 12) },
  },
];

/** The demo person's accounts, one or more of every group that the product shows. Sweeps run in this order. */
export const demoAccounts: readonly AccountPlan[] = [...everyday, ...loans, ...investments];
