import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button } from '../../testing/find-by-role.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { showToast } from './toast.ts';
import ToastViewport from './toast-viewport.tsx';

const toast = (name: string) => page.getByRole('dialog', { name });

test('a toast that is queued before the viewport has loaded appears afterward', async () => {
  showToast({ title: 'Password changed', description: 'Other devices were signed out.' });
  await render(<ToastViewport />);
  await expect.element(toast('Password changed')).toBeVisible();
  await expect
    .element(toast('Password changed'))
    .toHaveAccessibleDescription('Other devices were signed out.');
});

test('a toast closes with Dismiss', async () => {
  await render(<ToastViewport />);
  showToast({ title: 'Budget deleted' });
  await toast('Budget deleted').hover();
  await button('Dismiss').click();
  await expect.element(toast('Budget deleted')).not.toBeInTheDocument();
});

test('the action of a toast runs once and closes the toast', async () => {
  const onPress = vi.fn();
  await render(<ToastViewport />);
  showToast({ title: 'Groceries removed', action: { label: 'Undo', onPress } });
  await button('Undo').click();
  await expect.element(toast('Groceries removed')).not.toBeInTheDocument();
  expect(onPress).toHaveBeenCalledOnce();
});

test('on a phone, a toast does not cover the buttons of a dialog that opens below it', async () => {
  await page.viewport(390, 844);
  await render(
    <>
      <ToastViewport />
      <Dialog open onOpenChange={() => {}} title="Rename" footer={<Button>Save</Button>} />
    </>,
  );
  showToast({ title: 'Passkey added' });
  await expect.element(toast('Passkey added')).toBeVisible();
  const bottomOfToast = () => toast('Passkey added').element().getBoundingClientRect().bottom;
  const topOfButton = () => button('Save').element().getBoundingClientRect().top;
  await expect.poll(() => bottomOfToast() < topOfButton()).toBe(true);
});

test('a toast replaces an earlier one with the same id', async () => {
  await render(<ToastViewport />);
  showToast({ id: 'read only', title: 'The demo is read-only' });
  await expect.element(toast('The demo is read-only')).toBeVisible();
  showToast({ id: 'read only', title: 'Still read-only' });
  await expect.element(toast('Still read-only')).toBeVisible();
  await expect.element(toast('The demo is read-only')).not.toBeInTheDocument();
});
