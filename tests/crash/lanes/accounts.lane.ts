import { Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane } from './lane.ts';

/** Renames and hides a user's account, both in one call. */
export function createAccountsLane({ client, account }: Person): Lane {
  const settings = new Register(`the name and visibility of ${account.account_id}`, {
    name: account.name,
    hidden: account.hidden,
  });
  let count = 0;

  return {
    async write({ ledger, random }) {
      count += 1;
      const value = { name: `Account ${count}`, hidden: random.chance(0.5) };
      const { outcome } = await ledger.send(client, 'PATCH /user/accounts/:id', {
        params: { id: account.account_id },
        body: value,
      });
      return settings.record(value, outcome);
    },
    async compare({ ledger }) {
      const { accounts } = await client.request('GET /user/accounts');
      const stored = accounts.filter(({ account_id }) => account_id === account.account_id);
      const [first] = stored;
      if (first === undefined) return ledger.report('lost', `${settings.label}: no such account`);
      if (stored.length > 1)
        ledger.report('doubled', `${settings.label}: ${stored.length} accounts`);
      const { name, hidden } = first;
      settings.compare({ name, hidden }, ledger);
      const { decisions } = await client.request('GET /institution/:id/history', {
        params: { id: account.link_id },
      });
      // Each name is used once, and the list has the newest entries.
      const names = decisions
        .filter(({ event, account_id }) => event === 'renamed' && account_id === account.account_id)
        .map(({ after }) => after);
      if (new Set(names).size < names.length)
        ledger.report('doubled', `${settings.label}: a rename is in the history twice`);
      if (count > 0 && name !== account.name && names[0] !== name)
        ledger.report('half_done', `${settings.label}: ${name} is not the newest in the history`);
    },
  };
}
