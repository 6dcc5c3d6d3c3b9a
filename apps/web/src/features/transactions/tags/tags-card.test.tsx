import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { TagsCard } from './tags-card.tsx';

const tax = { id: 'tag-1', name: 'Tax', color: 'blue' } as const;
const trips = { id: 'tag-2', name: 'Trips', color: 'green' } as const;
const tagNames = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((element) => element.textContent);

async function renderTags(...tags: (typeof tax | typeof trips)[]): Promise<void> {
  fakeServer.respond('GET /user/tags', { tags });
  await renderApp(<TagsCard />);
}

test('a tag is renamed and gets another color by keyboard', async () => {
  await renderTags(tax, trips);
  fakeServer.respond('PATCH /user/tags/:id', { ...tax, name: 'Work', color: 'purple' });
  await button('Edit Tax').click();
  await expect.element(dialog('Edit tag')).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue('Tax');
  await name.fill('Work');
  await userEvent.tab();
  await expect.element(page.getByRole('radio', { name: 'Blue' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await expect.element(dialog('Edit tag')).not.toBeInTheDocument();
  expect(fakeServer.callsTo('PATCH /user/tags/:id').map(({ body }) => body)).toEqual([
    { name: 'Work', color: 'purple' },
  ]);
  expect(tagNames()).toEqual(['Trips', 'Work']);
});

test('a name that another tag has is shown as an error, and the dialog stays open', async () => {
  await renderTags(tax);
  fakeServer.reject('POST /user/tags', 'conflict', 'You already have a tag "Tax".');
  await button('New tag').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('tax');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('New tag')).toMatchTextContent(/You already have a tag "Tax"/);
});

test('a new tag without a chosen color is created with the next color', async () => {
  await renderTags();
  await expect.element(page.getByText(/Tags group transactions/)).toBeVisible();
  fakeServer.respond('POST /user/tags', trips);
  await button('New tag').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Trips');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Trips');
  expect(fakeServer.callsTo('POST /user/tags').map(({ body }) => body)).toEqual([
    { name: 'Trips' },
  ]);
});

test('a tag is deleted after a confirmation that says what happens', async () => {
  await renderTags(tax, trips);
  fakeServer.respond('DELETE /user/tags/:id', null);
  await button('Delete Tax').click();
  await expect.element(dialog('Delete “Tax”?')).toMatchTextContent(/removed from all/);
  fakeServer.respond('GET /user/tags', { tags: [trips] });
  await button('Delete tag').click();
  await expect.element(dialog('Delete “Tax”?')).not.toBeInTheDocument();
  expect(tagNames()).toEqual(['Trips']);
});
