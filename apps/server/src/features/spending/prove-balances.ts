import { cryptoCurrency } from '../../domain/crypto-past.ts';
import { listExchangeWorths } from '../../domain/crypto-worth.queries.ts';
import { csvLine } from '../../domain/csv.ts';
import { centsOf, centsOnWire, moneyOrNull } from '../../domain/money.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { currencyOfTotals, type ProvedBalanceRow, provedBalances } from './proof.queries.ts';
import type { TotalOfBalances } from './provable-totals.ts';

/** The balances in a total and those left out, all of them: nobody has more accounts than fit a page. */
export async function proveBalances(services: Services, userId: UserId, total: TotalOfBalances) {
  const { currency, balances } = await allBalances(services, userId);
  const rows = balances.filter((row) => isOf(row, total));
  const included = rows
    .filter(({ left_out }) => left_out === null)
    .map((row) => ({ row, cents: signOf(row, total) * centsOf(row.balance ?? '0') || 0 }));
  return {
    sum: centsOnWire(included.reduce((sum, { cents }) => sum + cents, 0)),
    currency,
    sign: 1 as const,
    period: null,
    counts: { included: included.length, left_out: rows.length - included.length },
    netted: { count: 0, sum: 0 },
    pending: { count: 0, sum: 0 },
    reasons: [],
    included: [],
    left_out: [],
    next: { included: null, left_out: null },
    accounts: included.map(({ row, cents }) => ({
      ...accountOf(row),
      counted: centsOnWire(cents),
    })),
    accounts_left_out: rows.flatMap((row) =>
      row.left_out === null ? [] : [{ reason: row.left_out, account: accountOf(row) }],
    ),
  };
}

const fileHeader = [
  'institution',
  'account',
  'mask',
  'type',
  'balance',
  'currency',
  'counted',
  'left_out',
];

/** The same as accounts.csv: what is `counted` adds up to the total, and `left_out` says why not. */
export async function balancesFile(services: Services, userId: UserId, total: TotalOfBalances) {
  const { accounts, accounts_left_out } = await proveBalances(services, userId, total);
  const lines = [
    ...accounts.map((account) => ({ account, counted: account.counted, reason: null })),
    ...accounts_left_out.map(({ account, reason }) => ({ account, counted: null, reason })),
  ];
  return [
    csvLine(fileHeader),
    ...lines.map(({ account, counted, reason }) =>
      csvLine([
        account.institution_name,
        account.name,
        account.mask,
        account.group,
        account.balance?.toFixed(2),
        account.currency,
        counted?.toFixed(2),
        reason,
      ]),
    ),
  ].join('');
}

type Balance = ProvedBalanceRow & { kind: 'account' | 'exchange' };

/** A user's accounts, and what their coins at exchanges are worth. */
async function allBalances({ database, exchange: known }: Services, userId: UserId) {
  const [main, accounts, exchanges] = await Promise.all([
    currencyOfTotals(database, userId),
    provedBalances(database, userId),
    listExchangeWorths(database, userId),
  ]);
  const currency = exchanges.length > 0 ? (main ?? cryptoCurrency) : main;
  const balances: Balance[] = accounts.map((row) => ({ ...row, kind: 'account' }));
  for (const { exchange, value } of exchanges) {
    const name = exchange === known?.key ? known.name : exchange;
    balances.push({
      kind: 'exchange',
      provider_account_id: exchange,
      name,
      mask: null,
      institution_name: name,
      account_group: 'crypto',
      currency: cryptoCurrency,
      balance: value,
      is_debt: false,
      left_out: currency === cryptoCurrency ? null : 'currency',
    });
  }
  return { currency, balances };
}

function isOf({ kind, account_group, is_debt }: Balance, { group, sheet }: TotalOfBalances) {
  if (group !== null && (kind !== 'account' || account_group !== group)) return false;
  return sheet === 'both' || sheet === 'as_shown' || is_debt === (sheet === 'debts');
}

/** Debts lower what one is worth; alone they are counted up, as they are shown. */
const signOf = ({ is_debt }: ProvedBalanceRow, { sheet }: TotalOfBalances): 1 | -1 =>
  sheet === 'both' && is_debt ? -1 : 1;

const accountOf = (row: Balance) => ({
  kind: row.kind,
  account_id: row.provider_account_id,
  name: row.name,
  mask: row.mask,
  institution_name: row.institution_name,
  group: row.account_group,
  currency: row.currency,
  balance: moneyOrNull(row.balance),
});
