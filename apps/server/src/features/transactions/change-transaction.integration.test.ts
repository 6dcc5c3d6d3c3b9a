import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  variedClock,
  variedLedger,
  variedToday,
} from '../../../../../tests/support/bank/varied-ledger.ts';
import { workedExample } from '../../../../../tests/support/bank/worked-example.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    clock: variedClock,
    sandboxEnvironment: { SANDBOX_TODAY: variedToday },
  });
  client = await signUpPaid(server);
  stranger = await signUpPaid(server);
  await client.linkBank(variedLedger);
});
afterAll(() => server.stop());

const search = async (body: { search_str?: string; category?: string[] }) =>
  (await client.request('POST /user/transactions/v2', { body })).transactions;
const names = async (body: { category: string[] }) => (await search(body)).map(({ name }) => name);
const findRow = async (name: string) => {
  const [found] = await search({ search_str: name });
  if (found === undefined) throw new Error(`There is no '${name}'`);
  return found;
};

describe('POST /user/tx/updatecategory', () => {
  const update = (tx_id: string, category: string | null, user = client) =>
    user.call('POST /user/tx/updatecategory', { body: { tx_id, category } });

  test('overrides the category everywhere; null removes the override', async () => {
    const { id } = await findRow('Rent');
    expect(await update(id, 'travel_lodging')).toMatchObject({
      status: 200,
      body: {
        id,
        overridden_category: 'travel_lodging',
        effective_category: 'travel_lodging',
        personal_finance_category: { detailed: 'RENT_AND_UTILITIES_RENT' },
      },
    });
    expect(await names({ category: ['travel_lodging'] })).toContain('Rent');
    expect(await names({ category: ['rent_and_utilities'] })).toEqual([]);
    expect(await update(id, null)).toMatchObject({
      status: 200,
      body: { overridden_category: null, effective_category: 'rent_and_utilities_rent' },
    });
    expect(await names({ category: ['rent_and_utilities'] })).toEqual(['Rent']);
  });

  test('returns the previous override, so that the change can be undone', async () => {
    const { id, transaction_id } = await findRow('Rent');
    expect((await update(id, 'travel_lodging')).body.previous_category).toBeNull();
    expect((await update(id, 'travel_flights')).body.previous_category).toBe('travel_lodging');
    // Meanwhile, another tab changes its category and excludes it.
    expect((await update(id, 'medical_dental_care')).body.previous_category).toBe('travel_flights');
    const body = { tx_id: transaction_id, exclude_transaction: true };
    await client.request('POST /user/tx/ignore', { body });
    expect((await update(id, 'travel_lodging')).body).toMatchObject({
      overridden_category: 'travel_lodging',
      previous_category: 'medical_dental_care',
      exclude_transaction: true,
    });
    await client.request('POST /user/tx/ignore', { body: { ...body, exclude_transaction: false } });
    expect((await update(id, null)).body).toMatchObject({
      overridden_category: null,
      previous_category: 'travel_lodging',
      excluded: null,
    });
    expect((await update(id, null)).body.previous_category).toBeNull();
  });

  test('includes or excludes a transaction according to its new category', async () => {
    const cash = await findRow('ATM');
    expect(cash.excluded).toBe('category');
    expect(
      (await update(cash.id, 'general_merchandise_gifts_and_novelties')).body.excluded,
    ).toBeNull();
    expect((await update(cash.id, null)).body.excluded).toBe('category');
    const { id } = await findRow('Morning cup');
    expect((await update(id, 'loan_payments_credit_card_payment')).body.excluded).toBe('category');
    expect((await update(id, null)).body.excluded).toBeNull();
  });

  test('returns the matching transfer, which is included when unpaired and excluded when paired again', async () => {
    const worked = await signUpPaid(server);
    await worked.linkBank(workedExample(Temporal.PlainDate.from(variedToday)));
    const transferSide = (search_str: string) =>
      worked
        .request('POST /user/transactions/v2', { body: { search_str } })
        .then(({ transactions }) => transactions.find(({ amount }) => Math.abs(amount) === 250));
    const [out, into] = [await transferSide('transfer out'), await transferSide('transfer in')];
    const unpaired = await update(out?.id ?? '', 'travel_lodging', worked);
    expect(unpaired.body.excluded).toBeNull();
    expect(unpaired.body.affected_transactions).toEqual([
      { ...into, excluded: null, transfer_pair_id: null },
    ]);
    expect(unpaired.body.affected_transactions).toEqual([await transferSide('transfer in')]);
    const paired = await update(out?.id ?? '', null, worked);
    expect(paired.body).toMatchObject({
      ...out,
      previous_category: 'travel_lodging',
      affected_transactions: [into],
    });
    const repeated = await update(out?.id ?? '', null, worked);
    expect(repeated.body).toMatchObject({ excluded: 'transfer', transfer_pair_id: into?.id });
  });

  test('accepts aliases and upper-case keys', async () => {
    const { id } = await findRow('Payroll');
    expect((await update(id, 'INCOME_SALARY')).body.effective_category).toBe('income_wages');
    await update(id, null);
  });

  test.each([['food'], ['food_and_drink'], [''], ['constructor'], ['travel_flights ']])(
    'rejects the unknown category %j',
    async (category) => {
      const { id } = await findRow('Rent');
      expect(await update(id, category)).toMatchObject({
        status: 422,
        problem: { code: 'unprocessable' },
      });
      expect((await findRow('Rent')).overridden_category).toBeNull();
    },
  );

  test("returns 404 for another user's transaction, the provider's id, or a malformed id", async () => {
    const { id, transaction_id } = await findRow('Rent');
    expect((await update(id, 'travel_lodging', stranger)).status).toBe(404);
    for (const tx_id of [transaction_id, '', 'x', '0190a0a0-0000-7000-8000-00000000dead'])
      expect((await update(tx_id, 'travel_lodging')).status).toBe(404);
    expect((await findRow('Rent')).overridden_category).toBeNull();
  });
});

describe('POST /user/tx/ignore', () => {
  const ignore = (tx_id: string, exclude_transaction: boolean, user = client) =>
    user.call('POST /user/tx/ignore', { body: { tx_id, exclude_transaction } });

  test("excludes and includes by the provider's id, idempotently", async () => {
    const { transaction_id } = await findRow('Rent');
    for (const [exclude, previously_excluded] of [
      [true, false],
      [true, true],
      [false, true],
      [false, false],
    ] as const)
      expect(await ignore(transaction_id, exclude)).toMatchObject({
        status: 200,
        body: {
          exclude_transaction: exclude,
          excluded: exclude ? 'user' : null,
          previously_excluded,
        },
      });
  });

  test('reports the first reason that applies', async () => {
    const cash = await findRow('ATM');
    expect((await ignore(cash.transaction_id, true)).body.excluded).toBe('user');
    expect((await ignore(cash.transaction_id, false)).body.excluded).toBe('category');
  });

  test("returns 404 for another user's transaction and for Cairn's id", async () => {
    const { id, transaction_id } = await findRow('Rent');
    expect((await ignore(transaction_id, true, stranger)).status).toBe(404);
    expect((await ignore(id, true)).status).toBe(404);
    expect((await findRow('Rent')).exclude_transaction).toBe(false);
  });
});
