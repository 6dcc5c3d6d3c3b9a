import { Journal, type Outcome, Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane, LaneContext } from './lane.ts';

const categories = [
  'food_and_drink_groceries',
  'travel_flights',
  'general_merchandise_electronics',
  null,
] as const;

/** The user's decisions about one transaction, and the history of each decision. */
class Decisions {
  readonly id: string;
  readonly category: Register<string | null>;
  readonly excluded: Register<boolean>;
  readonly categoryChanges: Journal;
  readonly exclusionChanges: Journal;
  readonly providerId: string;

  constructor(id: string, providerId: string) {
    this.id = id;
    this.providerId = providerId;
    this.category = new Register<string | null>(`the category of ${id}`, null);
    this.excluded = new Register(`the exclusion of ${id}`, false);
    this.categoryChanges = new Journal(`the category history of ${id}`);
    this.exclusionChanges = new Journal(`the exclusion history of ${id}`);
  }
}

/** Changes the category and the exclusion of a user's transactions. */
export function createTransactionsLane({ client, transactions }: Person): Lane {
  const all = transactions.map(({ id, transaction_id }) => new Decisions(id, transaction_id));

  async function recategorize(decisions: Decisions, { ledger, random }: LaneContext) {
    const category = random.pick(categories.filter((key) => key !== decisions.category.value));
    const { outcome } = await ledger.send(client, 'POST /user/tx/updatecategory', {
      body: { tx_id: decisions.id, category },
    });
    decisions.categoryChanges.record(outcome);
    return decisions.category.record(category, outcome);
  }

  async function exclude(decisions: Decisions, { ledger }: LaneContext): Promise<Outcome> {
    const isExcluded = !decisions.excluded.value;
    const { outcome } = await ledger.send(client, 'POST /user/tx/ignore', {
      body: { tx_id: decisions.providerId, exclude_transaction: isExcluded },
    });
    decisions.exclusionChanges.record(outcome);
    return decisions.excluded.record(isExcluded, outcome);
  }

  return {
    write(context) {
      const decisions = context.random.pick(all);
      return context.random.chance(0.5)
        ? recategorize(decisions, context)
        : exclude(decisions, context);
    },
    async compare({ ledger }) {
      for (const decisions of all) {
        const query = { tx_id: decisions.id };
        const row = await client.request('GET /user/transaction', { query });
        decisions.category.compare(row.overridden_category, ledger);
        decisions.excluded.compare(row.exclude_transaction, ledger);
        const { events } = await client.request('GET /user/transaction/story', { query });
        const count = (...kinds: string[]) =>
          events.filter(({ event }) => kinds.includes(event)).length;
        decisions.categoryChanges.compare(count('recategorized', 'category_restored'), ledger);
        decisions.exclusionChanges.compare(count('excluded', 'included'), ledger);
      }
    },
  };
}
