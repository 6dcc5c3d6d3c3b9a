import type { CallBody } from '@cairn/contract/calls';

/** The metadata of a finished flow: the part of the aggregator's protocol that is used here. */
interface LinkMetadata {
  institution?: { institution_id?: unknown } | null;
  accounts?: unknown;
}

/** The institution and accounts in a flow's metadata. Null if either is missing. */
export function parseLinkMetadata(
  metadata: Record<string, unknown>,
): CallBody<'POST /plaid/link/known'> | null {
  const { institution, accounts } = metadata as LinkMetadata;
  const id = institution?.institution_id;
  if (typeof id !== 'string' || !Array.isArray(accounts)) return null;
  return {
    institution: id,
    accounts: accounts.map((account: Record<string, unknown>) => ({
      name: String(account.name),
      mask: textOrNull(account.mask),
      subtype: textOrNull(account.subtype),
    })),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
