/** The fields that an account's group depends on. */
export interface GroupableAccount {
  type: string;
  subtype: string | null;
}

/** The display order of known groups. Other subtypes come after them, in alphabetical order. */
const groupOrder = [
  'checking',
  'credit card',
  'savings',
  'money market',
  'mortgage',
  'ira',
  'brokerage',
  '401k',
];

/** Returns the group of an account: its subtype, otherwise its type. */
export const accountGroup = ({ type, subtype }: GroupableAccount): string => subtype ?? type;

/** Groups accounts, with the groups in display order. */
export function groupAccounts<T extends GroupableAccount>(accounts: readonly T[]): [string, T[]][] {
  const groups = Map.groupBy(accounts, accountGroup);
  return [...groups].sort(([a], [b]) => compareGroups(a, b));
}

/** Compares two groups by display order. */
export const compareGroups = (a: string, b: string): number =>
  rank(a) - rank(b) || a.localeCompare(b, 'en');

function rank(group: string): number {
  const index = groupOrder.indexOf(group);
  return index === -1 ? groupOrder.length : index;
}
