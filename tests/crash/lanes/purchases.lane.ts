import { eventually } from '../../support/eventually.ts';
import { signUp, type TestClient } from '../../support/requests/test-client.ts';
import type { Lane, LaneContext } from './lane.ts';

type State = 'none' | 'active' | 'ending' | 'ended';

/** What a buyer does next at the payment provider. */
const nextActions: Partial<Record<State, { action: string; body?: object; state: State }[]>> = {
  none: [{ action: 'complete', body: { plan: 'yearly' }, state: 'active' }],
  active: [
    { action: 'cancel', body: { at_period_end: true }, state: 'ending' },
    { action: 'refund', state: 'ended' },
  ],
  ending: [{ action: 'cancel', state: 'ended' }],
  ended: [{ action: 'complete', body: { plan: 'yearly' }, state: 'active' }],
};

/** In milliseconds. The provider repeats an event without a response within about a minute. */
const deliveryTimeout = 120_000;

/** A user who buys, cancels, and gets refunds at the payment provider, which reports each action by webhook. */
export function createPurchasesLane(client: TestClient, id: string): Lane {
  let state: State = 'none';

  return {
    async write({ app, ledger, random }) {
      const { action, body, state: next } = random.pick(nextActions[state] ?? []);
      const { events } = await app.sandbox.control<{ events: { status: number | null }[] }>(
        `payments/${action}`,
        { client_reference_id: id, ...body },
      );
      state = next;
      // The provider has applied the action. A response to an event acknowledges the event. The provider repeats events
      // without a response.
      const outcomes = await Promise.all(
        events.map(({ status }) =>
          ledger.sendRaw('POST /webhooks/stripe', async () => ({ status: status ?? 0 })),
        ),
      );
      return outcomes.every(({ outcome }) => outcome === 'acknowledged')
        ? 'acknowledged'
        : 'unknown';
    },
    async compare({ ledger }) {
      let stored = '';
      const comparison = eventually(
        async () => {
          const { status, body } = await client.call('GET /billing/subscription');
          stored = body.state ?? `status ${status}`;
          return status === 200 && stored === state;
        },
        'the purchase is known',
        deliveryTimeout,
      );
      await comparison.catch(() =>
        ledger.report('lost', `the subscription of ${id} is '${stored}' instead of '${state}'`),
      );
    },
  };
}

/** Signs up a user for `createPurchasesLane`. */
export async function signUpBuyer(
  app: LaneContext['app'],
): Promise<{ client: TestClient; id: string }> {
  const client = await signUp(app);
  return { client, id: (await client.request('GET /user/me')).id };
}
