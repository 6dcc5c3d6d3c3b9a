import type { CallBody } from '@cairn/contract/calls';

/** What the link script tells of a finished flow, as far as it is used here (the aggregator's protocol). */
interface LinkMetadata {
  institution?: { institution_id?: unknown } | null;
  accounts?: unknown;
}

/** The accounts of a finished flow, as the server is asked about them; null where it tells of none. */
export function toldOf(
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
