import type { CallResponse } from '@cairn/contract/calls';
import { type Outcome, Register } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { Lane, LaneContext } from './lane.ts';

/** A budget as the user planned it. Null if the user has none. */
type Plan = {
  bills: number;
  earnings: number;
  spending: number;
  categories: Record<string, number>;
} | null;

const categories = ['TRAVEL_FLIGHTS', 'FOOD_AND_DRINK', 'ENTERTAINMENT'] as const;

/** Creates, changes, and deletes a user's budget. */
export function createBudgetLane({ client, email }: Person): Lane {
  const plan = new Register<Plan>(`the budget of ${email}`, null);
  let id = '';

  async function create({ ledger, random }: LaneContext): Promise<Outcome> {
    const amounts = randomAmounts(random);
    const { outcome, body } = await ledger.send(client, 'POST /user/budget', { body: amounts });
    id = body?.budgets[0]?.budget.id ?? id;
    return plan.record({ ...amounts, categories: {} }, outcome);
  }

  async function change(current: NonNullable<Plan>, { ledger, random }: LaneContext) {
    const amounts = randomAmounts(random);
    const { outcome } = await ledger.send(client, 'POST /user/budget/update', {
      body: { budget_id: id, ...amounts },
    });
    return plan.record({ ...current, ...amounts }, outcome);
  }

  async function setCategory(current: NonNullable<Plan>, { ledger, random }: LaneContext) {
    const category = random.pick(categories);
    const amount = random.below(4) * 50;
    const { outcome } = await ledger.send(client, 'POST /user/budget/cat', {
      body: { budget_id: id, category, amount },
    });
    const { [category]: _, ...others } = current.categories;
    const changed = amount === 0 ? others : { ...others, [category]: amount };
    return plan.record({ ...current, categories: changed }, outcome);
  }

  async function remove({ ledger }: LaneContext): Promise<Outcome> {
    const { outcome } = await ledger.send(client, 'DELETE /user/budget/:id', { params: { id } });
    return plan.record(null, outcome);
  }

  return {
    async write(context) {
      const current = plan.value;
      if (current === null) return create(context);
      if (context.random.chance(0.1)) return remove(context);
      return context.random.chance(0.5) ? change(current, context) : setCategory(current, context);
    },
    async compare({ ledger }) {
      const { status, body } = await client.call('GET /user/budget');
      if (status !== 200 && status !== 404) throw new Error(`The budget responded with ${status}`);
      if (status === 404) return plan.compare(null, ledger);
      if (body.budgets.length !== 1)
        ledger.report('doubled', `${email} has ${body.budgets.length} budgets`);
      id = body.budgets[0]?.budget.id ?? '';
      plan.compare(readPlan(body), ledger);
    },
  };
}

const randomAmounts = (random: LaneContext['random']) => ({
  bills: random.below(1_000),
  earnings: random.below(1_000),
  spending: random.below(1_000),
});

function readPlan({ budgets }: CallResponse<'GET /user/budget'>): Plan {
  const [stored] = budgets;
  if (stored === undefined) return null;
  const { bills, earnings, spending } = stored.budget;
  const planned = stored.categories.map(({ category, amount }) => [category, amount] as const);
  return { bills, earnings, spending, categories: Object.fromEntries(planned) };
}
