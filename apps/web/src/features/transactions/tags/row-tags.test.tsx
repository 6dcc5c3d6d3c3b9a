import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { TransactionList } from '../list/transaction-list.tsx';

const tags = [
  { id: 'tag-1', name: 'Business trip to the coast', color: 'blue' },
  { id: 'tag-2', name: 'Reimbursed', color: 'green' },
  { id: 'tag-3', name: 'Tax', color: 'gray' },
] as const;

test('a row shows its first tag without growing, and names all for screen readers', async () => {
  await page.viewport(320, 640);
  try {
    fakeServer.respond('GET /user/tags', { tags: [...tags] });
    await renderApp(
      <TransactionList
        openId={null}
        onOpen={() => {}}
        transactions={[
          exampleTransaction({ id: 'transaction-1' }),
          exampleTransaction({ id: 'transaction-2', tags: ['tag-3', 'tag-1', 'tag-2'] }),
        ]}
      />,
    );
    const row = (index: number) => page.getByRole('listitem').nth(index);
    await expect
      .element(row(1))
      .toMatchTextContent(/Tags: Business trip to the coast, Reimbursed, Tax/);
    await expect.element(page.getByText('+2')).toBeVisible();
    const heights = [0, 1].map((index) => row(index).element().getBoundingClientRect().height);
    expect(heights[1]).toBe(heights[0]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('rows without tags do not load the tags', async () => {
  await renderApp(
    <TransactionList openId={null} onOpen={() => {}} transactions={[exampleTransaction()]} />,
  );
  await expect.element(page.getByRole('listitem')).toBeVisible();
  expect(fakeServer.callsTo('GET /user/tags')).toEqual([]);
});
