import { formatAccount } from '@cairn/contract/formats';

interface OfItem {
  item_id: string;
  name: string;
  mask: string | null;
}

/**
 * What tells apart the institutions that are linked by more than one login, by item: the first of its accounts
 * that no other login has; where there is none, which login it is. `items`: the one linked first at the top.
 */
export function toldApart(
  items: readonly { id: string; institution_name: string }[],
  accounts: readonly OfItem[],
): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const logins of Map.groupBy(items, (item) => item.institution_name).values()) {
    if (logins.length === 1) continue;
    for (const [index, { id }] of logins.entries()) {
      const others = logins.filter((login) => login.id !== id);
      const isOfAnother = (label: string) =>
        others.some((other) => labelsOf(other.id, accounts).includes(label));
      const own = labelsOf(id, accounts).find((label) => !isOfAnother(label));
      told.set(id, own ?? `login ${index + 1}`);
    }
  }
  return told;
}

const labelsOf = (itemId: string, accounts: readonly OfItem[]): string[] =>
  accounts
    .filter(({ item_id }) => item_id === itemId)
    .map(({ name, mask }) => formatAccount(name, mask));
