/** What grouping needs of an account. Money: decimal text, null where the provider gives none. */
export interface GroupableAccount {
  type: string;
  subtype: string | null;
}

/** The order of the groups; any other subtype follows under its own name, in alphabetical order. */
const order = [
  'checking',
  'credit card',
  'savings',
  'money market',
  'mortgage',
  'ira',
  'brokerage',
  '401k',
];

/** The group that an account is listed in: its subtype, else its type. */
export const accountGroup = ({ type, subtype }: GroupableAccount): string => subtype ?? type;

/** Accounts by group, groups in the product's order. */
export function groupAccounts<T extends GroupableAccount>(accounts: readonly T[]): [string, T[]][] {
  const groups = Map.groupBy(accounts, accountGroup);
  return [...groups].sort(([a], [b]) => compareGroups(a, b));
}

/** Which of two groups stands before the other. */
export const compareGroups = (a: string, b: string): number =>
  rank(a) - rank(b) || a.localeCompare(b, 'en');

function rank(group: string): number {
  const place = order.indexOf(group);
  return place === -1 ? order.length : place;
}
