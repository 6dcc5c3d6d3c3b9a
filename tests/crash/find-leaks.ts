import { eventually } from '../support/eventually.ts';
import type { Ledger } from './ledger.ts';
import type { Person } from './person.ts';
import type { Stack } from './stack/stack.ts';

/**
 * Reports leaked items, which exist at the aggregator but are unknown to Cairn, and items that Cairn lists although they
 * were removed at the aggregator. Each item is reported once. No user can unlink a leaked item, and deleting an account
 * doesn't revoke its access.
 */
export async function findLeaks(
  stack: Stack,
  people: readonly Person[],
  ledger: Ledger,
  reported: Set<string>,
): Promise<void> {
  const known = new Set<string>();
  for (const { client } of people) {
    const link_tokens = await eventually(async () => {
      const { status, body } = await client.call('GET /plaid/link/items');
      return status === 200 && body.link_tokens;
    }, 'the banks can be listed');
    for (const { item_id } of link_tokens) known.add(item_id);
  }
  const items = await stack.sandbox.control<{ item_id: string; state: string }[]>('items');
  for (const { item_id, state } of items) {
    const isAlive = state !== 'removed';
    if (isAlive === known.has(item_id) || reported.has(item_id)) continue;
    reported.add(item_id);
    // Not a finding if the item's tokens were lost on their way to the server. The server logs this for the operator.
    ledger.unknownItemCount += Number(isAlive);
    if (isAlive && ledger.unknownItemCount <= stack.unknownLinkOutcomes) continue;
    if (isAlive) ledger.report('leaked', `the item ${item_id} at the aggregator`);
    else ledger.report('half_done', `${item_id} is listed, but was removed at the aggregator`);
  }
}
