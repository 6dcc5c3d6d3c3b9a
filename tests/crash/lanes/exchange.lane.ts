import { consentAtExchange, listExchangeLinks } from '../../support/bank/exchange.ts';
import { Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane } from './lane.ts';

/** Links and unlinks a user's crypto exchange. */
export function createExchangeLane({ client, email }: Person): Lane {
  const isLinked = new Register(`the exchange of ${email}`, false);
  /** How many consents were reported as leaked. */
  let reportedCount = 0;

  return {
    async write({ ledger }) {
      if (isLinked.value) {
        const { outcome } = await ledger.send(client, 'DELETE /cb');
        return isLinked.record(false, outcome);
      }
      const consent = await consentAtExchange(client, email);
      const { outcome } = await ledger.send(client, 'POST /cb/code', consent);
      return isLinked.record(true, outcome);
    },
    async compare({ ledger, app }) {
      const { status, body } = await client.call('GET /cb');
      if (status !== 200 && status !== 404)
        throw new Error(`The exchange responded with ${status}`);
      isLinked.compare(status === 200, ledger);
      if (status === 200 && body.state !== 'ok')
        ledger.report('stuck', `the exchange of ${email} is '${body.state}'`);
      const consents = await listExchangeLinks(app, email);
      const validCount = consents.filter(({ revoked }) => !revoked).length - reportedCount;
      const expectedCount = Number(isLinked.value);
      if (validCount < expectedCount)
        ledger.report('half_done', `the consent of ${email} is revoked`);
      for (let count = expectedCount; count < validCount; count += 1)
        ledger.report('leaked', `a consent of ${email} at the exchange`);
      reportedCount += Math.max(0, validCount - expectedCount);
    },
  };
}
