import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@cairn/contract/calls';
import {
  customPerson,
  type ListedTransaction,
  listAllTransactions,
} from '../support/bank/listed-transactions.ts';
import { eventually } from '../support/eventually.ts';
import {
  type AppUnderTest,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../support/requests/test-client.ts';
import { Register } from './ledger.ts';

/** A paid user whose data the load writes, with one bank that stays linked. */
export interface Person {
  client: TestClient;
  id: string;
  email: string;
  /** The aggregator's id of the bank that stays linked. */
  itemId: string;
  password: Register<string>;
  /** Whether the account exists: false once its deletion was acknowledged. */
  exists: Register<boolean>;
  account: CallResponse<'GET /user/accounts'>['accounts'][number];
  transactions: ListedTransaction[];
  stream: CallResponse<'GET /user/recurringtx/:id'>['tx'];
  /** The round of the sign-up. */
  signUpRound: number;
}

const transactionCount = 3;
/** In milliseconds. */
const retryTimeout = 120_000;

/** Retries preparations for a round, because a busy machine may be short of connections. */
export const retry = <T>(prepare: () => Promise<T>): Promise<T> =>
  eventually(
    () => prepare().catch(() => undefined),
    `the preparation '${prepare}' succeeds`,
    retryTimeout,
  );

/** Signs up a user, buys the lifetime plan, and links a bank with transactions and a recurring payment. */
export async function createPerson(app: AppUnderTest, round: number): Promise<Person> {
  const client = await retry(() => signUpPaid(app));
  const { id, username: email } = await retry(() => client.request('GET /user/me'));
  const itemId = await client.linkBank({ ...createBank('Everyday'), institution: 'ins_1' });
  const { accounts } = await retry(() => client.request('GET /user/accounts'));
  const { recurring } = await retry(() => client.request('POST /user/plaid/recurring_txs'));
  const [account] = accounts;
  const [stream] = recurring;
  if (account === undefined || stream === undefined)
    throw new Error(`${email} has ${accounts.length} accounts and ${recurring.length} streams`);
  return {
    client,
    id,
    email,
    itemId,
    password: new Register(`the password of ${email}`, testPassword),
    exists: new Register(`the account of ${email}`, true),
    account,
    transactions: (await retry(() => listAllTransactions(client))).slice(0, transactionCount),
    stream,
    signUpRound: round,
  };
}

/** Sandbox credentials of a person whose only account has a unique name. */
export function createBank(name: string): { username: string; password: string } {
  const today = Temporal.Now.plainDateISO('UTC');
  const rent = [0, 1, 2, 3].map((months) => {
    const day = today.subtract({ months }).toString();
    return {
      amount: 900,
      date_transacted: day,
      date_posted: day,
      description: 'RENT',
      recurring: { stream_id: 'rent', frequency: 'MONTHLY' },
    };
  });
  const purchases = [1, 2, 3].map((number) => ({
    amount: number + 0.5,
    description: `PURCHASE ${number}`,
  }));
  return customPerson({
    name: `${name} ${randomUUID().slice(0, 8)}`,
    transactions: [...rent, ...purchases],
  });
}
