import { Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane } from './lane.ts';

const kinds = ['bill', 'subscription', 'income'] as const;

/** Names, confirms, and dismisses a user's recurring stream, all in one call. */
export function createRecurringLane({ client, stream }: Person): Lane {
  const { name, kind, confirmed, dismissed } = stream;
  const decisions = new Register(`the decisions about the stream ${stream.stream_id}`, {
    name,
    kind,
    confirmed,
    dismissed,
  });
  const params = { id: stream.stream_id };
  let count = 0;

  return {
    async write({ ledger, random }) {
      count += 1;
      const isDismissed = random.chance(0.5);
      const decided = { name: `Stream ${count}`, kind: random.pick(kinds) };
      const { outcome } = await ledger.send(client, 'PATCH /user/recurringtx/:id', {
        params,
        body: { ...decided, ...(isDismissed ? { dismissed: true } : { confirmed: true }) },
      });
      return decisions.record(
        { ...decided, confirmed: !isDismissed, dismissed: isDismissed },
        outcome,
      );
    },
    async compare({ ledger }) {
      const { tx } = await client.request('GET /user/recurringtx/:id', { params });
      decisions.compare(
        { name: tx.name, kind: tx.kind, confirmed: tx.confirmed, dismissed: tx.dismissed },
        ledger,
      );
    },
  };
}
