import { formatAccount } from '@cairn/contract/text/formats';

interface ItemAccount {
  item_id: string;
  name: string;
  mask: string | null;
}

/**
 * Returns disambiguation labels by item id, for institutions with more than one item: the first account that no
 * other item has, otherwise the item's number. `items` must be sorted by when they were linked.
 */
export function disambiguationLabels(
  items: readonly { id: string; institution_name: string }[],
  accounts: readonly ItemAccount[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const itemsOfInstitution of Map.groupBy(items, (item) => item.institution_name).values()) {
    if (itemsOfInstitution.length === 1) continue;
    for (const [index, { id }] of itemsOfInstitution.entries()) {
      const others = itemsOfInstitution.filter((item) => item.id !== id);
      const isShared = (label: string) =>
        others.some((other) => accountLabels(other.id, accounts).includes(label));
      const uniqueLabel = accountLabels(id, accounts).find((label) => !isShared(label));
      labels.set(id, uniqueLabel ?? `login ${index + 1}`);
    }
  }
  return labels;
}

const accountLabels = (itemId: string, accounts: readonly ItemAccount[]): string[] =>
  accounts
    .filter(({ item_id }) => item_id === itemId)
    .map(({ name, mask }) => formatAccount(name, mask));
