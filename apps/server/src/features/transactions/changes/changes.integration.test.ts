import type { CallBody } from '@cairn/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
let item: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await signUpPaid(server);
  item = await client.linkBank(
    customPerson({
      name: 'Everyday',
      transactions: [
        { amount: 10, description: 'Bakery' },
        { amount: 20, description: 'Diner', pending: true },
        { amount: 30, description: 'Books' },
      ],
    }),
  );
});
afterAll(() => server.stop());

const patch = (id: string, body: CallBody<'PATCH /user/transactions/:id'>) =>
  client.call('PATCH /user/transactions/:id', { params: { id }, body });
const undo = (id: string | null, force?: true) =>
  client.call('POST /user/changes/:id/undo', {
    params: { id: id ?? '' },
    body: force ? { force } : {},
  });
const listChanges = (after?: string) =>
  client.request('GET /user/changes', { query: after === undefined ? {} : { after } });
const findRow = async (name: string) => {
  const found = (await listAllTransactions(client)).find((row) => row.name === name);
  if (found === undefined) throw new Error(`There is no '${name}'`);
  return found;
};
const createTag = async (name: string) =>
  (await client.request('POST /user/tags', { body: { name } })).id;
const control = (action: string, body: object) =>
  server.sandbox.control(`items/${item}/${action}`, body);
const sync = async () => {
  await client.request('POST /user/plaid/sync_transactions');
  await client.waitForSyncs();
};

describe('tags', () => {
  const create = (body: { name: string; color?: 'red' }) =>
    client.call('POST /user/tags', { body });

  test("'POST /user/tags', 'PATCH /user/tags/:id', 'GET /user/tags', and 'DELETE /user/tags/:id' manage tags with unique names", async () => {
    const created = await create({ name: '  Tax   2026 ', color: 'red' });
    expect(created).toMatchObject({ status: 201, body: { name: 'Tax 2026', color: 'red' } });
    const { id } = created.body;
    expect(await create({ name: 'TAX 2026' })).toMatchObject({
      status: 409,
      problem: { code: 'conflict' },
    });
    const other = await createTag('Été');
    const rename = (name: string) =>
      client.call('PATCH /user/tags/:id', { params: { id: other }, body: { name } });
    expect((await rename('tax 2026')).status).toBe(409);
    expect((await rename('été')).body).toMatchObject({ id: other, name: 'été' });
    expect((await rename('x'.repeat(41))).status).toBe(422);
    expect((await rename(' ')).status).toBe(422);
    const { tags } = await client.request('GET /user/tags');
    expect(tags.map(({ name }) => name)).toEqual(['Tax 2026', 'été']);
    const row = await findRow('Books');
    await patch(row.id, { tags: [other, id, id] });
    expect((await findRow('Books')).tags).toEqual([id, other].sort());
    const remove = () => client.call('DELETE /user/tags/:id', { params: { id } });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await findRow('Books')).tags).toEqual([other]);
    await patch(row.id, { tags: [] });
  });
});

describe('PATCH /user/transactions/:id', () => {
  test('changes the given fields in one change, which is listed with the values before and after', async () => {
    const { id } = await findRow('Bakery');
    const tag = await createTag('Treats');
    const changed = await patch(id, {
      category: 'TRAVEL_FLIGHTS',
      tags: [tag],
      note: '  Birthday cake\nfor Kim ',
      excluded: true,
      reviewed: true,
    });
    const after = {
      category: 'travel_flights',
      tags: [tag],
      note: 'Birthday cake\nfor Kim',
      excluded: true,
      reviewed: true,
    };
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id,
        overridden_category: 'travel_flights',
        excluded: 'user',
        tags: [tag],
        note: after.note,
        reviewed: true,
        affected_transactions: [],
      },
    });
    const before = { category: null, tags: [], note: null, excluded: false, reviewed: false };
    const [change] = (await listChanges()).changes;
    expect(change).toMatchObject({
      id: changed.body.change_id,
      kind: 'edit',
      undoes: null,
      undone_by: null,
      count: 1,
      examples: [{ transaction_id: id, name: 'Bakery', before, after }],
    });
    // Setting the same values again is not a change.
    expect((await patch(id, { note: after.note, reviewed: true })).body.change_id).toBeNull();
    expect((await patch(id, {})).body).toMatchObject({ note: after.note, change_id: null });
    const story = await client.request('GET /user/transaction/story', { query: { tx_id: id } });
    expect(story.events.map(({ event, detail }) => `${event}: ${detail}`).slice(1)).toEqual([
      expect.stringContaining('recategorized: '),
      'tags_changed: Tags: Treats.',
      'note_changed: You changed the note.',
      'excluded: You excluded it from your totals.',
      'reviewed: You marked it as reviewed.',
    ]);
  });

  test('rejects unknown categories, tags, and transactions without changing anything', async () => {
    const row = await findRow('Books');
    const unknown = '0190a0a0-0000-7000-8000-00000000dead';
    expect((await patch(row.id, { reviewed: true, category: 'food' })).status).toBe(422);
    expect((await patch(row.id, { reviewed: true, tags: [unknown] })).status).toBe(422);
    expect((await patch(row.id, { reviewed: true, tags: ['x'] })).status).toBe(422);
    expect((await patch(row.id, { note: 'x'.repeat(2_001) })).status).toBe(400);
    expect((await patch(unknown, { reviewed: true })).status).toBe(404);
    expect((await patch(row.transaction_id, { reviewed: true })).status).toBe(404);
    expect(await findRow('Books')).toEqual(row);
  });
});

describe('POST /user/changes/:id/undo', () => {
  test('restores the values from before the change, and undoing the undo applies the change again', async () => {
    const row = await findRow('Bakery');
    const { change_id } = (
      await patch(row.id, { category: null, note: null, tags: [], reviewed: false })
    ).body;
    const undone = await undo(change_id);
    expect(undone).toMatchObject({ status: 200, body: { count: 1, transactions: [row] } });
    expect(await findRow('Bakery')).toEqual(row);
    const [entry, original] = (await listChanges()).changes;
    expect(entry).toMatchObject({ kind: 'undo', undoes: change_id, id: undone.body.change_id });
    expect(original).toMatchObject({ id: change_id, undone_by: undone.body.change_id });
    expect((await undo(change_id)).body).toMatchObject({ change_id: null, count: 0 });
    await undo(undone.body.change_id);
    expect(await findRow('Bakery')).toMatchObject({ note: null, tags: [], reviewed: false });
    expect((await listChanges()).changes.find(({ id }) => id === change_id)).toMatchObject({
      undone_by: null,
    });
  });

  test('also undoes POST /user/tx/updatecategory and POST /user/tx/ignore', async () => {
    const row = await findRow('Books');
    const recategorized = await client.request('POST /user/tx/updatecategory', {
      body: { tx_id: row.id, category: 'travel_lodging' },
    });
    const excluded = await client.request('POST /user/tx/ignore', {
      body: { tx_id: row.transaction_id, exclude_transaction: true },
    });
    expect((await undo(recategorized.change_id)).status).toBe(200);
    expect(await findRow('Books')).toMatchObject({ overridden_category: null, excluded: 'user' });
    expect((await undo(excluded.change_id)).status).toBe(200);
    expect(await findRow('Books')).toEqual(row);
  });

  test('responds 409 with the fields that were changed later, and replaces them only with force', async () => {
    const { id } = await findRow('Books');
    const first = await patch(id, { note: 'First', reviewed: true });
    await patch(id, { note: 'Second' });
    expect(await undo(first.body.change_id)).toMatchObject({
      status: 409,
      problem: {
        code: 'changed_since',
        detail: 'The transaction was changed again later.',
        differences: [{ transaction_id: id, field: 'note' }],
      },
    });
    expect(await findRow('Books')).toMatchObject({ note: 'Second', reviewed: true });
    const forced = await undo(first.body.change_id, true);
    expect(await findRow('Books')).toMatchObject({ note: null, reviewed: false });
    await undo(forced.body.change_id);
    expect(await findRow('Books')).toMatchObject({ note: 'Second', reviewed: true });
    await patch(id, { note: null, reviewed: false });
  });

  test('skips a tag that was deleted after the change, and does not report a conflict', async () => {
    const { id } = await findRow('Books');
    const [kept, deleted] = [await createTag('Kept'), await createTag('Deleted')];
    await patch(id, { tags: [kept, deleted] });
    const { change_id } = (await patch(id, { tags: [] })).body;
    await client.call('DELETE /user/tags/:id', { params: { id: deleted } });
    expect((await undo(change_id)).status).toBe(200);
    expect((await findRow('Books')).tags).toEqual([kept]);
    await patch(id, { tags: [] });
  });

  test('responds 404 after 90 days', async () => {
    const { id } = await findRow('Books');
    const { change_id } = (await patch(id, { reviewed: true })).body;
    const setAge = (days: number) =>
      queryDatabase(server, `update changes set at = now() - $2 * interval '1 day' where id = $1`, [
        change_id,
        days,
      ]);
    await setAge(91);
    expect((await undo(change_id)).status).toBe(404);
    expect((await listChanges()).changes.map((change) => change.id)).not.toContain(change_id);
    await setAge(89);
    expect((await undo(change_id)).status).toBe(200);
  });
});

test('decisions about a pending transaction are inherited when it posts, survive removal and return, and can be undone afterward', async () => {
  const pending = await findRow('Diner');
  const tag = await createTag('Dinner');
  const decided = { category: 'travel_flights', tags: [tag], note: 'With Kim', reviewed: true };
  const { change_id } = (await patch(pending.id, decided)).body;
  await control('settle', {});
  await sync();
  const posted = await findRow('Diner');
  expect(posted.id).not.toBe(pending.id);
  const expected = {
    overridden_category: 'travel_flights',
    tags: [tag],
    note: 'With Kim',
    reviewed: true,
  };
  expect(posted).toMatchObject(expected);
  await control('remove', { transaction_id: posted.transaction_id });
  await sync();
  await control('restore', { transaction_id: posted.transaction_id });
  await sync();
  expect(await findRow('Diner')).toMatchObject(expected);
  expect((await undo(change_id)).body).toMatchObject({
    count: 1,
    transactions: [{ id: posted.id }],
  });
  expect(await findRow('Diner')).toMatchObject({
    overridden_category: null,
    tags: [],
    note: null,
    reviewed: false,
  });
});

test('GET /user/changes pages by key, newest first, without gaps', async () => {
  const { id } = await findRow('Books');
  for (let count = 0; count < 51; count += 1) await patch(id, { note: `Note ${count}` });
  const first = await listChanges();
  expect(first.changes).toHaveLength(50);
  expect(first.changes[0]?.examples[0]?.after).toEqual({ note: 'Note 50' });
  const second = await listChanges(first.next ?? '');
  expect(second.changes[0]?.examples[0]?.after).toEqual({ note: 'Note 0' });
  const ids = [...first.changes, ...second.changes].map((change) => change.id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect((await client.call('GET /user/changes', { query: { after: 'x' } })).status).toBe(422);
});

test('the changes of a bank are deleted when it is unlinked', async () => {
  const other = await client.linkBank(
    customPerson({ name: 'Elsewhere', transactions: [{ amount: 40, description: 'Theater' }] }),
  );
  const { id } = await findRow('Theater');
  const { change_id } = (await patch(id, { note: 'Tickets' })).body;
  const { link_tokens } = await client.request('GET /institutions');
  const institution = link_tokens.find(({ item_id }) => item_id === other);
  await client.call('DELETE /institution/:id', { params: { id: institution?.id ?? '' } });
  await eventually(
    async () => (await client.request('GET /institutions')).link_tokens.length === 1,
    'the bank is unlinked',
  );
  const { changes } = await listChanges();
  expect(changes.map((change) => change.id)).not.toContain(change_id);
  expect(changes[0]?.examples[0]?.name).toBe('Books');
  expect((await undo(change_id)).status).toBe(404);
});
