import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { Stream } from './recurring.api.ts';
import { StreamSettings } from './stream-settings.tsx';
import { testStream } from './test-stream.ts';

const change = 'PATCH /user/recurringtx/:id';
const sentBodies = () => fakeServer.callsTo(change).map(({ body }) => body);
const choice = (name: string) => page.getByRole('radio', { name, exact: true });
const toast = (name: string) => page.getByRole('dialog', { name });

const renderSettings = (stream: Partial<Stream> = {}) =>
  renderApp(<StreamSettings stream={testStream(stream)} />);

test('a recurring payment is renamed with the keyboard', async () => {
  fakeServer.respond(change, testStream({ name: 'Gym' }));
  await renderSettings();
  await expect.element(field('Name')).toHaveAttribute('placeholder', 'Iron Gym');
  await expect.element(button('Rename')).toHaveAttribute('aria-disabled', 'true');
  await field('Name').fill('Gym');
  await userEvent.keyboard('{Enter}');
  await expect.poll(sentBodies).toEqual([{ name: 'Gym' }]);
});

test('a name that fails to save stays in its field with the reason', async () => {
  fakeServer.reject(change, 'internal', 'Something went wrong on our end.');
  await renderSettings();
  await field('Name').fill('Gym');
  await button('Rename').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Something went wrong on our end.');
  await expect.element(field('Name')).toHaveValue('Gym');
});

test('a new type shows at once, and is undone if it fails to save', async () => {
  fakeServer.reject(change, 'internal', 'Something went wrong on our end.');
  const release = fakeServer.pause(change);
  await renderSettings();
  await expect.element(choice('Not set')).toBeChecked();
  await choice('Subscription').click();
  await expect.element(choice('Subscription')).toBeChecked();
  release();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(choice('Not set')).toBeChecked();
  expect(sentBodies()).toEqual([{ kind: 'subscription' }]);
});

test('the only type of recurring income is Income', async () => {
  await renderSettings({ stream_type: 'inflow', kind: 'income' });
  await expect.element(choice('Income')).toBeChecked();
  await expect.element(choice('Bill')).not.toBeInTheDocument();
});

test('a dismissal can be undone from its toast', async () => {
  fakeServer.respond(change, testStream({ dismissed: true }));
  await renderSettings();
  await button('Dismiss').first().click();
  await expect
    .element(toast('Dismissed'))
    .toHaveAccessibleDescription('You can find it under Ended.');
  await button('Undo').click();
  await expect.poll(sentBodies).toEqual([{ dismissed: true }, { dismissed: false }]);
});

test('undoing the dismissal of a confirmed payment confirms it again', async () => {
  fakeServer.respond(change, testStream({ dismissed: true }));
  await renderSettings({ confirmed: true });
  await button('Dismiss').first().click();
  await button('Undo').click();
  await expect.poll(sentBodies).toEqual([{ dismissed: true }, { confirmed: true }]);
});

test('a dismissed payment offers only to undo the dismissal', async () => {
  await renderSettings({ dismissed: true });
  await expect.element(button('Undo dismissal')).toBeVisible();
  await expect.element(button('Confirm')).not.toBeInTheDocument();
});

test('a payment without a type shows whether it is counted as a subscription', async () => {
  await renderSettings({ category: 'entertainment_tv_and_movies' });
  await expect
    .element(page.getByText('Counted as a subscription because of its category.'))
    .toBeVisible();
});

test('a confirmed payment offers to undo the confirmation', async () => {
  fakeServer.respond(change, testStream());
  await renderSettings({ confirmed: true });
  await button('Undo confirmation').click();
  await expect.poll(sentBodies).toEqual([{ confirmed: false }]);
});

test('in the demo, changes to a recurring payment are rejected with a message', async () => {
  setDemoMode(true);
  await renderSettings();
  await button('Confirm').click();
  await expect.element(toast('This is not available in demo mode')).toBeVisible();
});
