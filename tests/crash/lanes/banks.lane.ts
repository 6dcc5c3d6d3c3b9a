import { listAllTransactions } from '../../support/bank/listed-transactions.ts';
import { eventually } from '../../support/eventually.ts';
import { type Outcome, Register } from '../ledger.ts';
import { createBank, type Person } from '../person.ts';
import type { Lane, LaneContext } from './lane.ts';

interface Bank {
  itemId: string;
  isLinked: Register<boolean>;
}

const maxBanks = 3;

/** Links and unlinks banks, makes purchases that the banks report by webhook, and starts syncs. */
export function createBanksLane({ client, itemId: permanentItem }: Person): Lane {
  let banks: Bank[] = [];
  /** The public tokens of links that got no response. */
  let uncertainTokens: string[] = [];
  const linkedBanks = () => banks.filter(({ isLinked }) => isLinked.value);

  function addBank(itemId: string): void {
    banks.push({ itemId, isLinked: new Register(`the bank ${itemId}`, true) });
  }

  async function sendToken(
    public_token: string,
    { ledger }: LaneContext,
    allowedStatuses: number[] = [],
  ) {
    const { outcome, body } = await ledger.send(
      client,
      'POST /plaid/link/token',
      { body: { public_token } },
      allowedStatuses,
    );
    if (body !== undefined) addBank(body.item_id);
    return outcome;
  }

  async function link(context: LaneContext): Promise<Outcome> {
    const { app, random } = context;
    const token = await app.sandbox.createPublicToken({
      ...createBank('Savings'),
      institution: `ins_${2 + random.below(11)}`,
    });
    const outcome = await sendToken(token, context);
    if (outcome === 'unknown') uncertainTokens.push(token);
    return outcome;
  }

  async function unlink({ itemId, isLinked }: Bank, { ledger }: LaneContext): Promise<Outcome> {
    const { status, body } = await client.call('GET /institutions');
    const id = status === 200 && body.link_tokens.find((item) => item.item_id === itemId)?.id;
    if (!id) return 'unknown';
    const { outcome } = await ledger.send(client, 'DELETE /institution/:id', { params: { id } });
    return isLinked.record(false, outcome);
  }

  async function purchase(itemId: string, { app, random }: LaneContext): Promise<Outcome> {
    const amount = random.below(10_000) / 100 + 0.01;
    await app.sandbox.control(`items/${itemId}/activity`, {
      transactions: Array.from({ length: 1 + random.below(3) }, () => ({
        amount,
        description: 'COFFEE',
      })),
    });
    return 'acknowledged';
  }

  /** The bank repeats its last webhook, as if it had got no response. */
  async function repeatWebhook(item_id: string, { app, ledger }: LaneContext): Promise<Outcome> {
    const replay = app.sandbox.control<{ status: number | null }>('webhooks/replay', { item_id });
    const { status } = await replay;
    const response = async () => ({ status: status ?? 0 });
    return (await ledger.sendRaw('POST /webhooks/plaid', response)).outcome;
  }

  async function finishUpdateMode(item_id: string, { ledger }: LaneContext): Promise<Outcome> {
    return (await ledger.send(client, 'POST /plaid/link/updated', { body: { item_id } })).outcome;
  }

  return {
    async write(context) {
      const { random, ledger } = context;
      const bank = random.pick([...linkedBanks(), undefined]);
      if (bank === undefined && linkedBanks().length < maxBanks) return link(context);
      if (bank !== undefined && random.chance(0.25)) return unlink(bank, context);
      const itemId = bank?.itemId ?? permanentItem;
      if (random.chance(0.5)) return purchase(itemId, context);
      if (random.chance(0.3)) return repeatWebhook(itemId, context);
      if (random.chance(0.3)) return finishUpdateMode(itemId, context);
      return (await ledger.send(client, 'POST /user/plaid/sync_transactions')).outcome;
    },
    async repeat(context) {
      // The page sends the same token again. 422 asks the user to link the bank again.
      for (const token of uncertainTokens) await sendToken(token, context, [422]);
    },
    async compare({ ledger, app }) {
      const { link_tokens } = await client.request('GET /plaid/link/items');
      const stored = link_tokens.map(({ item_id }) => item_id);
      for (const itemId of new Set(stored)) {
        if (stored.filter((other) => other === itemId).length > 1)
          ledger.report('doubled', `the bank ${itemId} is listed twice`);
      }
      if (!stored.includes(permanentItem)) ledger.report('lost', `the bank ${permanentItem}`);
      for (const { isLinked, itemId } of banks) isLinked.compare(stored.includes(itemId), ledger);
      const unexpected = stored.filter(
        (id) => id !== permanentItem && !banks.some(({ itemId }) => itemId === id),
      );
      if (unexpected.length > uncertainTokens.length)
        ledger.report('doubled', `unknown banks are linked: ${unexpected.join(', ')}`);
      for (const itemId of unexpected) addBank(itemId);
      uncertainTokens = [];
      banks = linkedBanks();
      await compareRows(client, app, ledger, stored);
    },
  };
}

/** In milliseconds. If a webhook gets no response, the bank repeats it after 1, 4, 16, and 64 seconds. */
const webhookTimeout = 150_000;

/** Compares the user's transactions with those at the banks. */
async function compareRows(
  client: Person['client'],
  { sandbox }: LaneContext['app'],
  ledger: LaneContext['ledger'],
  itemIds: readonly string[],
): Promise<void> {
  const atBanks = new Set<string>();
  for (const itemId of itemIds) {
    const rows = await sandbox.control<{ transaction_id: string }[]>(
      `items/${itemId}/transactions`,
    );
    for (const { transaction_id } of rows) atBanks.add(transaction_id);
  }
  const missing = await waitForRows(client, atBanks);
  if (missing.length > 0) ledger.report('lost', `transactions of a bank: ${missing.join(', ')}`);
  const listed = await listIds(client);
  const stored = new Set(listed);
  const extra = [...stored].filter((id) => !atBanks.has(id));
  if (listed.length > stored.size)
    ledger.report('doubled', `${listed.length - stored.size} transactions are listed twice`);
  if (extra.length > 0) ledger.report('half_done', `no bank reports: ${extra.join(', ')}`);
}

const listIds = async (client: Person['client']): Promise<string[]> =>
  (await listAllTransactions(client)).map(({ transaction_id }) => transaction_id);

/** Waits until the user has all transactions, because a webhook may still be repeated. Returns the missing ids. */
async function waitForRows(client: Person['client'], atBanks: Set<string>): Promise<string[]> {
  let missing = [...atBanks];
  await eventually(
    async () => {
      const stored = new Set(await listIds(client));
      missing = missing.filter((id) => !stored.has(id));
      return missing.length === 0;
    },
    'all transactions have arrived',
    webhookTimeout,
  ).catch(() => undefined);
  return missing;
}
